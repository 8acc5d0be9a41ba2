/// A type that reads itself from a row: the fast path for structs.
///
/// ```swift
/// struct Genre: RowDecodable {
///   var id: Int
///   var name: String
///   init(row: borrowing Row) throws {
///     id = try row.get(0)
///     name = try row.get(1)
///   }
/// }
/// let genres = try db.query(Genre.self, "SELECT id, name FROM genre")
/// ```
///
/// This protocol is open: a program's own types implement it.
public protocol RowDecodable {
  /// Reads the type's columns, by index or by name.
  ///
  /// - Throws: What reading throws; that ends the query.
  init(row: borrowing Row) throws
}
