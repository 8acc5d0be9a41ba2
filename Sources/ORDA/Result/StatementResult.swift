/// The result of a statement: its rows, and its changes.
///
/// ```swift
/// try result[0]["name"]      // row first: a dictionary-like row
/// try result["name"][0]      // column first: the column's values
/// ```
///
/// Don't implement this protocol: ORDA's results are of this type, and it may get new requirements at any time.
public protocol StatementResult: DatabaseResult {
  /// How many rows the statement inserted, updated or deleted, including matched rows; nil for one that only reads.
  var changed: Int? { get }
  /// The key that the database made for the last inserted row; nil unless this statement made one.
  var lastID: Int64? { get }
  /// The columns, in order; empty for a statement without rows.
  var columns: [Column] { get }
  /// The rows, in the order in which the database returned them.
  var rows: FetchedRows { get }
  /// The results after this one, if one statement returned several: those of the queries in a called procedure, and
  /// last, as a row, its OUT parameters. Empty for all other statements.
  var further: [any StatementResult] { get }
  /// The database's warnings, in its order and at most a thousand; empty on databases that never warn, such as SQLite,
  /// and with the URL's option `warnings=ignore`. They are logged too.
  var warnings: [DatabaseWarning] { get }
}

extension StatementResult {
  /// None.
  public var further: [any StatementResult] { [] }
  /// None.
  public var warnings: [DatabaseWarning] { [] }
  /// How many rows there are.
  public var count: Int { rows.count }
  /// True if there is no row.
  public var isEmpty: Bool { rows.isEmpty }

  /// A row by its position, from 0.
  ///
  /// - Precondition: `0..<count` contains the position; ``row(at:)`` throws instead.
  public subscript(position: Int) -> FetchedRow { rows[position] }

  /// A row by its position, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is no such row.
  public func row(at position: Int) throws -> FetchedRow {
    guard rows.indices.contains(position) else {
      throw DatabaseError(.outOfRange, "row \(position) of a result of \(count)")
    }
    return rows[position]
  }

  /// A column's values, by its name.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`.
  public subscript(name: String) -> ColumnValues {
    get throws { try rows.column(name) }
  }
}

extension StatementOutcome: StatementResult {
  /// None.
  public var columns: [Column] { [] }
  /// None.
  public var rows: FetchedRows { FetchedRows.none }
}

/// Fetched rows, with the statement's other results.
struct FetchedResult: StatementResult {
  let outcome: StatementOutcome
  let columns: [Column]
  let rows: FetchedRows

  var changed: Int? { outcome.changed }
  var lastID: Int64? { outcome.lastID }
}

/// The first of several results, with those after it.
struct SeveralResults: StatementResult {
  let first: any StatementResult
  let further: [any StatementResult]

  var changed: Int? { first.changed }
  var lastID: Int64? { first.lastID }
  var columns: [Column] { first.columns }
  var rows: FetchedRows { first.rows }
}

/// A result with the database's warnings.
struct WarnedResult: StatementResult {
  let result: any StatementResult
  let warnings: [DatabaseWarning]

  var changed: Int? { result.changed }
  var lastID: Int64? { result.lastID }
  var columns: [Column] { result.columns }
  var rows: FetchedRows { result.rows }
  var further: [any StatementResult] { result.further }
}
