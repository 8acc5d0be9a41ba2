import ORDA

/// Why a copy can't be made, in words for people.
struct CopyFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A row that one of the databases refuses.
  init(table: String, row: String?, error: DatabaseError) {
    let place = row.map { ", the row with \($0)" } ?? ""
    let column = error.column.map { ", column \($0)" } ?? ""
    description = "table \(table)\(place)\(column): \(error.kind): \(error.message)"
  }
}
