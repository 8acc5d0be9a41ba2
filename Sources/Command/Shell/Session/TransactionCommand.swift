import ORDA
import ORDAImport

/// A statement that begins, ends or nests a transaction, which the shell translates to calls of ORDA.
enum TransactionCommand: Equatable {
  case begin(TransactionOptions)
  case commit
  case rollback
  case savepoint(String)
  case release(String)
  case rollbackTo(String)

  /// The statement's command; nil for other statements.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` for words that are not understood.
  init?(_ statement: StatementSplitter.Statement) throws {
    guard statement.keyword.controlsTransaction else { return nil }
    var words = statement.words[...]
    func refuse(_ reason: String) -> DatabaseError {
      DatabaseError(.misuse, "'\(VisibleText.escaping(statement.text, limit: 60))' is not understood: \(reason)")
    }
    func take(_ word: String) -> Bool {
      guard words.first == word else { return false }
      words.removeFirst()
      return true
    }
    func name() throws -> String {
      guard let name = words.popFirst() else { throw refuse("a savepoint is named by a plain word") }
      return name
    }
    guard [.begin, .commit, .rollback, .savepoint, .release].contains(statement.keyword) else { return nil }
    let keyword = words.popFirst()
    switch statement.keyword {
    case .begin:
      if keyword == "start" { words.removeFirst() }
      self = .begin(try Self.options(&words))
    case .commit:
      if !take("work") { _ = take("transaction") }
      self = .commit
    case .rollback:
      if !take("work") { _ = take("transaction") }
      if take("to") {
        _ = take("savepoint")
        self = .rollbackTo(try name())
      } else {
        self = .rollback
      }
    case .savepoint: self = .savepoint(try name())
    case .release:
      _ = take("savepoint")
      self = .release(try name())
    default: return nil
    }
    if let word = words.first { throw refuse("'\(word)' has no place there") }
  }

  /// A transaction's options, from the words that are understood.
  private static func options(_ words: inout ArraySlice<String>) throws -> TransactionOptions {
    var options = TransactionOptions()
    while let word = words.first {
      switch (word, words.dropFirst().first) {
      case ("transaction", _), ("work", _), ("immediate", _), ("exclusive", _): words.removeFirst()
      case ("deferred", _):
        options.isDeferred = true
        words.removeFirst()
      case ("read", "only"):
        options.isReadOnly = true
        words.removeFirst(2)
      case ("read", "write"): words.removeFirst(2)
      case ("isolation", "level"):
        words.removeFirst(2)
        options.isolation = try isolation(&words)
      default: return options
      }
    }
    return options
  }

  private static func isolation(_ words: inout ArraySlice<String>) throws -> Isolation {
    let levels: [([String], Isolation)] = [
      (["read", "uncommitted"], .readUncommitted), (["read", "committed"], .readCommitted),
      (["repeatable", "read"], .repeatableRead), (["serializable"], .serializable),
    ]
    guard let (level, isolation) = levels.first(where: { words.starts(with: $0.0) }) else {
      throw DatabaseError(
        .misuse, "the isolation levels are READ UNCOMMITTED, READ COMMITTED, REPEATABLE READ and SERIALIZABLE")
    }
    words.removeFirst(level.count)
    return isolation
  }
}
