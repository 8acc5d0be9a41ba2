internal import Foundation

// Operators, and not a `==` of the protocol, which would replace what a type's own conformance to Equatable compares.
// These are chosen if there is no other.

/// True if both are the same object with the same contents: one id, and equal JSON.
@_disfavoredOverload
public func == <Object: ShelfData>(left: Object, right: Object) -> Bool { areEqual(left, right) }

/// True if they differ in id or contents.
@_disfavoredOverload
public func != <Object: ShelfData>(left: Object, right: Object) -> Bool { !areEqual(left, right) }

/// True if both are the same object with the same contents, or both are nil.
@_disfavoredOverload
public func == <Object: ShelfData>(left: Object?, right: Object?) -> Bool { areEqual(left, right) }

/// True if they differ in id or contents, or one of them is nil.
@_disfavoredOverload
public func != <Object: ShelfData>(left: Object?, right: Object?) -> Bool { !areEqual(left, right) }

private func areEqual<Object: ShelfData>(_ left: Object?, _ right: Object?) -> Bool {
  guard let left, let right else { return left.map { _ in true } == right.map { _ in true } }
  guard left.id == right.id else { return false }
  // What can't be saved, such as a number that isn't finite, equals nothing.
  guard let left = try? ObjectCoder.json(left), let right = try? ObjectCoder.json(right) else { return false }
  return left == right
}
