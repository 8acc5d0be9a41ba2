import ORDA
import SourceCheck

/// The schema that sources make themselves, with their CREATE statements.
struct SourceSchema {
  private let statements: [StatementSplitter.Statement]

  init(_ findings: SourceFindings, _ language: DatabaseLanguage) {
    statements = findings.statements.flatMap { statement -> [StatementSplitter.Statement] in
      guard let text = statement.literal.plainText else { return [] }
      var splitter = StatementSplitter(dialect: language.dialect)
      splitter.append(text)
      var all: [StatementSplitter.Statement] = []
      // Judging reports what can't be split.
      while let next = try? splitter.next() { all.append(next) }
      if let last = try? splitter.finish() { all.append(last) }
      return all
    }
  }

  /// First runs what creates tables, and then what depends on them. Judging reports failures: if two statements make a
  /// table of one name, the first counts.
  func make(on database: Connection) throws {
    for pass in [["table", "virtual"], ["view", "index", "unique", "trigger"]] {
      for statement in statements where statement.keyword == .create {
        guard statement.words.dropFirst().contains(where: pass.contains) else { continue }
        _ = try? database.execute(SQL(text: statement.text))
      }
    }
    for statement in statements where statement.keyword == .alter {
      _ = try? database.execute(SQL(text: statement.text))
    }
  }
}
