/// Rows that are read one by one, in bounded memory, while their statement runs.
///
/// ```swift
/// var rows = try statement.rows(10)
/// while let row = try rows.next() { print(try row.get(0, as: Int.self)) }
/// ```
///
/// They hold a connection until the last one was read or they go out of scope. Other statements may run meanwhile.
public struct Rows: ~Copyable {
  private let open: OpenRows

  init(_ open: OpenRows) { self.open = open }

  deinit { open.letGo() }

  /// The database's information about the columns, in order.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the rows are over and were not asked for their columns before.
  public func columns() throws -> [Column] { try open.columns() }

  /// The names of the columns, in order; after the end of the rows, what was known of them.
  public var columnNames: [String] { open.columnNames }

  /// The next row, valid until the following one is requested; nil at the end.
  ///
  /// - Throws: The database's errors; then the rows are over.
  public mutating func next() throws -> Row? {
    guard try open.advance() else { return nil }
    return open.execution.row()
  }
}
