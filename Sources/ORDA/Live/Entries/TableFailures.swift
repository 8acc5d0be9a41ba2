/// A failed write of an entry.
public struct TableFailure: Sendable {
  /// The key of the row.
  public let key: RowKey
  /// The columns to be set; empty for a deletion.
  public let columns: [String]
  /// Why it failed.
  public let error: DatabaseError
}

/// Failed writes of a table's entries, as an asynchronous sequence; see ``Table/errors``.
public typealias TableFailures = FailureStream<TableFailure>
