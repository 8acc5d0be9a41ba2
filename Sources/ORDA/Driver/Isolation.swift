/// How well a transaction is isolated from others, weakest first.
///
/// A driver may provide a stronger one than requested, never a weaker one; `transaction.isolation` is the one in force.
public enum Isolation: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// May see what others have not committed.
  case readUncommitted
  /// Sees what others have committed at the time of each statement.
  case readCommitted
  /// Sees each row as it was at its first read.
  case repeatableRead
  /// As if it ran alone.
  case serializable

  /// Weaker is less.
  public static func < (left: Isolation, right: Isolation) -> Bool { left.rawValue < right.rawValue }
}

/// The requested properties of a transaction.
public struct TransactionOptions: Sendable, Hashable {
  /// The weakest isolation that will do, or nil for the database's default.
  public var isolation: Isolation?
  /// True if it will write nothing; a database may then run it beside a writer.
  public var isReadOnly: Bool
  /// True to take no lock before it needs one, though it may write: if a database has one writer at a time, others go
  /// on until then, and the first write may be refused as `busy`. A driver that can't do so begins it like any other.
  public var isDeferred: Bool

  /// The mark of the changes that it commits; nil for none.
  public var mark: ChangeMark?

  /// Options, by default those of the database.
  public init(
    isolation: Isolation? = nil, isReadOnly: Bool = false, isDeferred: Bool = false, mark: ChangeMark? = nil
  ) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
    self.isDeferred = isDeferred
    self.mark = mark
  }
}
