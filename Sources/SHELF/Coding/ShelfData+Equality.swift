internal import Foundation

// Operators, and no `==` of the protocol's own: that one would take the place of what a type's own conformance to Equatable
// compares. These are chosen where there is no other.

/// True where both are the same object with the same contents: one id, and equal JSON.
@_disfavoredOverload
public func == <Object: ShelfData>(left: Object, right: Object) -> Bool { areEqual(left, right) }

/// True where they differ in id or contents.
@_disfavoredOverload
public func != <Object: ShelfData>(left: Object, right: Object) -> Bool { !areEqual(left, right) }

/// True where both are the same object with the same contents, or both are nil.
@_disfavoredOverload
public func == <Object: ShelfData>(left: Object?, right: Object?) -> Bool { areEqual(left, right) }

/// True where they differ in id or contents, or one of them is nil.
@_disfavoredOverload
public func != <Object: ShelfData>(left: Object?, right: Object?) -> Bool { !areEqual(left, right) }

private func areEqual<Object: ShelfData>(_ left: Object?, _ right: Object?) -> Bool {
  guard let left, let right else { return left.map { _ in true } == right.map { _ in true } }
  guard left.id == right.id else { return false }
  // What can't be saved, such as a number that isn't finite, is equal to nothing.
  guard let left = try? ObjectCoder.json(left), let right = try? ObjectCoder.json(right) else { return false }
  return left == right
}
