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
/// This protocol is open: types of a program's own implement it.
public protocol RowDecodable {
  /// Reads the columns that the type is made of, by index or by name.
  ///
  /// - Throws: What reading throws; the query ends with it.
  init(row: borrowing Row) throws
}
