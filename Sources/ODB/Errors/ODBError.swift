public import ORDA

/// What an ODB throws, and keeps as ``ODB/error``.
public enum ODBError: Error, Sendable {
  /// There is nothing at this path.
  case undefined(path: String)
  /// A value is at this path.
  case notATable(path: String)
  /// A table is at this path.
  case notAValue(path: String)
  /// An object of this name already exists.
  case alreadyExists(path: String)
  /// A value of a kind that this version does not know: it can be copied, moved and deleted, but not read.
  case invalidDataType(kind: Int)
  /// The ODB was closed.
  case closed(String)
  /// The root table can't be set, renamed, moved or deleted.
  case illegalOperationOnRootTable
  /// A name that is empty, or longer than 3,000 bytes; or a path of more than 10,000 names.
  case illegalName(String)
  /// A text that is not a path, and the number of the character where that shows.
  case illegalPath(String, at: Int)
  /// A table can't be moved or copied into itself.
  case intoItself(path: String)
  /// The object to move or copy and its new table are in different ODBs.
  case anotherODB(path: String)
  /// The database has the layout of the first ODB, and can only be read: `migrate()` changes it to the current layout.
  case needsMigration
  /// A newer version of this library made the database.
  case newerLayout(Int)
  /// An ODB did not make the database.
  case notAnODB(String)
  /// Performs of two threads wait for each other's ODB: this one did nothing, and the other one goes on.
  case deadlock
  /// Somebody changed what it had read before it could write: the database did nothing.
  case changedMeanwhile
  /// An error of the database.
  case database(DatabaseError)
}

extension ODBError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .undefined(let path): "there is nothing at \(path)"
    case .notATable(let path): "\(path) is a value, and no table"
    case .notAValue(let path): "\(path) is a table, and no value"
    case .alreadyExists(let path): "\(path) exists already"
    case .invalidDataType(let kind): "a value of kind \(kind), which this version of ODB does not know"
    case .closed(let name): "\(name) was closed"
    case .illegalOperationOnRootTable: "the root table can't be set, renamed, moved or deleted"
    case .illegalName(let name):
      name.isEmpty
        ? "a name must not be empty"
        : "a name must not be longer than 3,000 bytes, nor a path than 10,000 names: \(name.prefix(40))"
    case .illegalPath(let text, let place): "'\(text.prefix(200))' is no path: see character \(place)"
    case .intoItself(let path): "\(path) can't be moved or copied into itself"
    case .anotherODB(let path): "\(path) is in another ODB: nothing is moved or copied from one to another"
    case .needsMigration: "this database has the layout of the first ODB: call migrate() before writing to it"
    case .newerLayout(let number): "this database has layout \(number), which a newer version of ODB made"
    case .notAnODB(let name): "\(name) was not made by an ODB: it has tables of the same names, made otherwise"
    case .deadlock: "performs of two threads wait for each other: always use several ODBs in the same order"
    case .changedMeanwhile: "somebody else changed what was read: begin again"
    case .database(let error): error.description
    }
  }
}

extension ODBError {
  /// The ODB error for whatever was thrown.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as ODBError: error
      case let error as DatabaseError: .database(error)
      default: .database(DatabaseError(.other, "\(error)"))
      }
  }

  /// True for errors of the program that have nothing to do with the database: a perform goes on after them.
  var isHarmless: Bool {
    switch self {
    case .undefined, .notATable, .notAValue, .alreadyExists, .invalidDataType, .illegalOperationOnRootTable,
      .illegalName,
      .illegalPath, .intoItself, .anotherODB:
      true
    case .closed, .needsMigration, .newerLayout, .notAnODB, .deadlock, .changedMeanwhile, .database: false
    }
  }
}
