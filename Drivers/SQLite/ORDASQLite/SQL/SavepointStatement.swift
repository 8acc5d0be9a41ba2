/// What a statement does to savepoints, read from its text.
enum SavepointStatement: Equatable {
  case set(String)
  case release(String)
  case rollback(String)

  /// Nil for every other statement, even a ROLLBACK of the whole transaction.
  init?(_ sql: String) {
    let tokens = SchemaText(sql).tokens
    var index = 0
    func take(_ keyword: String) -> Bool {
      guard index < tokens.count, tokens[index].isKeyword(keyword) else { return false }
      index += 1
      return true
    }
    /// The name, which may look like a keyword: it ends the statement.
    func name() -> String? { index < tokens.count && tokens[index].canBeName ? tokens[index].name : nil }
    func skip(_ keyword: String) {
      if index + 1 < tokens.count, tokens[index + 1].canBeName { _ = take(keyword) }
    }

    if take("SAVEPOINT") {
      guard let name = name() else { return nil }
      self = .set(name)
    } else if take("RELEASE") {
      skip("SAVEPOINT")
      guard let name = name() else { return nil }
      self = .release(name)
    } else if take("ROLLBACK") {
      _ = take("TRANSACTION")
      guard take("TO") else { return nil }
      skip("SAVEPOINT")
      guard let name = name() else { return nil }
      self = .rollback(name)
    } else {
      return nil
    }
  }
}
