/// What a statement without rows did; small enough to be returned without an allocation.
public struct StatementOutcome: Sendable, Hashable {
  @usableFromInline let changedRows: Int
  @usableFromInline let id: Int64
  @usableFromInline let hasID: Bool

  /// What a statement did: how many rows it changed (nil if it only reads), and the last key it made.
  @inlinable
  public init(changed: Int?, lastID: Int64?) {
    changedRows = changed ?? -1
    id = lastID ?? 0
    hasID = lastID != nil
  }

  /// How many rows were inserted, updated or deleted; nil for a statement that only reads.
  @inlinable public var changed: Int? { changedRows < 0 ? nil : changedRows }
  /// The key that the database made for the last inserted row, if it made one.
  @inlinable public var lastID: Int64? { hasID ? id : nil }
}
