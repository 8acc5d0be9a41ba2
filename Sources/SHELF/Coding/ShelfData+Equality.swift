internal import Foundation

// Only for optionals, to which the compiler converts other operands. An operator for the objects themselves would also become
// the `==` of types that conform to Equatable, and so would a `==` of the protocol.

/// Whether both are the same object with the same contents, that is, have one id and equal JSON, or both are nil.
///
/// A type that conforms to `Equatable` is compared by its own `==`.
@_disfavoredOverload
public func == <Object: ShelfData>(left: Object?, right: Object?) -> Bool { areEqual(left, right) }

/// Whether two objects differ in id or contents, or one of them is nil.
@_disfavoredOverload
public func != <Object: ShelfData>(left: Object?, right: Object?) -> Bool { !areEqual(left, right) }

private func areEqual<Object: ShelfData>(_ left: Object?, _ right: Object?) -> Bool {
  guard let left, let right else { return left.map { _ in true } == right.map { _ in true } }
  guard left.id == right.id else { return false }
  // What can't be saved, such as a number that isn't finite, equals nothing.
  guard let left = try? ObjectCoder.json(left), let right = try? ObjectCoder.json(right) else { return false }
  return left == right
}
