internal import ORDA

extension SQLiteConnection: FunctionAddingConnection {
  func add(_ function: DatabaseFunction) throws(DatabaseError) {
    try SQLite.checkName(function.name, of: "function")
    guard (0...127).contains(function.arguments ?? 0) else {
      throw DatabaseError(
        .misuse, "a function takes 0 to 127 arguments, or any number; not \(function.arguments ?? 0)")
    }
    try SQLiteFunction(name: function.name, failure: functionFailure, function.body)
      .register(on: self, arguments: function.arguments, isDeterministic: function.isDeterministic)
  }
}
