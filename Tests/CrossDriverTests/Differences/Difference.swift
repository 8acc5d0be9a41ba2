import ORDA

/// Something that is not the same on both databases, by design; what is not in this table is the same.
struct Difference: Sendable {
  /// What is looked at.
  var subject: String
  var sqlite: String
  var mariadb: String
  /// Nil where it is asked in words that PostgreSQL does not have.
  var postgresql: String?
  var reason: String
  /// Looks, on an empty database of its own, and tells what it sees.
  var look: @Sendable (any Governor) throws -> String

  func expected(on database: Database) -> String? {
    switch database {
    case .sqlite: sqlite
    case .mariadb: mariadb
    case .postgresql: postgresql
    }
  }

  /// What a statement is answered with: the kind of its error, or `done`.
  static func answer(_ body: () throws -> Void) rethrows -> String {
    do {
      try body()
      return "done"
    } catch let error as DatabaseError {
      return error.kind.name
    }
  }
}
