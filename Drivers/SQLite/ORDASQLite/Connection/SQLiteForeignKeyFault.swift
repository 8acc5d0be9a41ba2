/// A row that refers to one that is not there, or references that can't be followed.
struct SQLiteForeignKeyFault: Hashable {
  var schema: String
  var table: String
  /// Its number; nil where rows have none.
  var row: Int64?
  var parent: String
  /// What SQLite says of references to columns that are no key.
  var mismatch: String?

  /// What is wrong, in words.
  var message: String {
    if let mismatch { return mismatch }
    let row = row.map { "the row \($0)" } ?? "a row"
    return "\(row) of \(table) refers to one of \(parent) that is not there"
  }
}
