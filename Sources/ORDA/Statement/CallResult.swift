/// The result of a ``Call``, in the original ORDA's numbers: -1 stands for what does not apply.
///
/// An object, so that two of them can be compared by identity: `call.result === call.result` until the call is reset.
public final class CallResult: DatabaseResult {
  /// The same in the current form, with nil for what does not apply.
  public let statementResult: any StatementResult

  init(_ result: any StatementResult) { statementResult = result }

  /// How many rows the statement inserted, updated or deleted; -1 for one that only reads.
  public var changed: Int { statementResult.changed ?? -1 }
  /// The key that the database made for the last inserted row; -1 unless this statement made one.
  public var lastID: Int64 { statementResult.lastID ?? -1 }
  /// The columns, in order; empty for a statement without rows.
  public var columns: [Column] { statementResult.columns }
  /// The rows, in the order in which the database returned them.
  public var rows: FetchedRows { statementResult.rows }

  /// A row by its position, from 0.
  ///
  /// - Precondition: there is such a row; ``row(at:)`` throws instead.
  public subscript(position: Int) -> FetchedRow { statementResult[position] }

  /// A row by its position, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is no such row.
  public func row(at position: Int) throws -> FetchedRow { try statementResult.row(at: position) }

  /// A column's values, by its name.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`.
  public subscript(name: String) -> ColumnValues {
    get throws { try statementResult[name] }
  }
}
