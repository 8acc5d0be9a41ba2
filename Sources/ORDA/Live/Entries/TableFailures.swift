/// A write of an entry that failed.
public struct TableFailure: Sendable {
  /// The key of the row.
  public let key: RowKey
  /// The columns that were to be set; none for a deletion.
  public let columns: [String]
  /// Why it failed.
  public let error: DatabaseError
}

/// Writes of a table's entries that failed, as an asynchronous sequence; see ``Table/errors``.
public typealias TableFailures = FailureStream<TableFailure>
