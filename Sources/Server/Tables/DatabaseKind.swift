import ORDA

/// What the statements of these pages have to know of a database, beyond what ORDA hides.
enum DatabaseKind: Sendable {
  case sqlite, mariadb, postgresql, other

  init(driverName: String) {
    switch driverName {
    case "SQLite": self = .sqlite
    case "MariaDB": self = .mariadb
    case "PostgreSQL": self = .postgresql
    default: self = .other
    }
  }

  /// True where NULL comes before all values in ascending order.
  var sortsNullsFirst: Bool { self != .postgresql }

  /// True where an index is used for `(a, b) > (?, ?)`.
  var seeksByRows: Bool { self == .sqlite || self == .postgresql }

  /// True where a value is read where the database has it: to cut it there would take longer than to read all of it.
  var lendsValues: Bool { self == .sqlite }

  /// The beginning of a column's value: texts and bytes are cut, so that a row costs no more than it shows.
  func beginning(of column: TableShape.Column, _ name: SQL, _ length: Int) -> SQL {
    switch self {
    case .sqlite:
      return
        "CASE WHEN typeof(\(name)) IN ('text', 'blob') THEN substr(\(name), 1, \(raw: String(length))) ELSE \(name) END"
    case .mariadb:
      switch column.kind {
      case .text, .bytes, .json: return "LEFT(\(name), \(raw: String(length)))"
      default: return name
      }
    case .postgresql:
      switch column.kind {
      case .text, .json, .other: return "left(CAST(\(name) AS text), \(raw: String(length)))"
      case .bytes: return "substring(\(name) from 1 for \(raw: String(length)))"
      default: return name
      }
    case .other: return name
    }
  }

  /// A column as text, to be searched in.
  func text(_ name: SQL) -> SQL { self == .postgresql ? "CAST(\(name) AS text)" : name }

  /// The operator that searches in texts, whatever the case of letters.
  var like: SQL { self == .postgresql ? " ILIKE " : " LIKE " }
}
