/// What a step's closure or its statements do, one after another.
struct MigrationRun {
  let content: Migration.Content
  let dialect: Dialect

  init(_ content: Migration.Content, _ dialect: Dialect) {
    self.content = content
    self.dialect = dialect
  }

  /// Does all of it.
  ///
  /// - Parameters:
  ///   - first: The first part, counted from 1.
  ///   - begin: Is called before each part of a script.
  /// - Throws: What the step throws; for a statement with its file and line.
  func all(_ db: some SQLExecutor, from first: Int = 1, begin: (Int) throws -> Void = { _ in }) throws {
    switch content {
    case .swift(_, let body):
      try body(db)
    case .script(let script):
      let parts = try script.parts(in: dialect)
      guard script.sql.bindings.isEmpty else {
        throw DatabaseError(.misuse, "a step in SQL takes no values; write it in Swift, or the values into its text")
      }
      for (index, part) in parts.enumerated().dropFirst(first - 1) {
        try begin(index + 1)
        do {
          try db.executeScript(SQL(text: part.text), timeout: nil)
        } catch var error as DatabaseError {
          error.message += " (\(script.file.map { "\($0), " } ?? "")line \(part.line))"
          throw error
        }
      }
    }
  }
}
