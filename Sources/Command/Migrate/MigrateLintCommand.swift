import ArgumentParser
import ORDA
import ORDAImport

/// `orda migrate lint URL FOLDER`
struct MigrateLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Name the statements of pending steps that destroy something, or keep others waiting.",
    discussion: """
      Reads what `up` would run, and runs none of it; with sqlite::memory: for the URL, all steps. Exit code 1 where there is \
      something to look at. It goes by the words of the statements, and knows nothing of how large a table is.
      """)

  @OptionGroup var place: MigrateArgument

  func run() throws {
    try Failure.reporting {
      let migrator = try place.open()
      let language = migrator.language
      var findings = 0
      for step in try migrator.dryRun() {
        for (index, text) in (step.statements ?? []).enumerated() {
          guard let finding = try MigrationLint.finding(in: text, language) else { continue }
          findings += 1
          StandardStreams.output.write(
            VisibleText.escaping("\(step.name), statement \(index + 1): \(finding)") + "\n")
        }
      }
      guard findings > 0 else { return StandardStreams.output.write("nothing to look at\n") }
      try StandardStreams.output.flush()
      throw Failure.exitCode
    }
  }
}

/// What to know about a statement before running it on a database in use.
enum MigrationLint {
  static func finding(in text: String, _ language: DatabaseLanguage) throws(DatabaseError) -> String? {
    var splitter = StatementSplitter(dialect: language.dialect)
    splitter.append(text)
    var finding: String?
    while let statement = try splitter.next() { finding = finding ?? self.finding(in: statement, language) }
    if let statement = try splitter.finish() { finding = finding ?? self.finding(in: statement, language) }
    return finding
  }

  private static func finding(in statement: StatementSplitter.Statement, _ language: DatabaseLanguage) -> String? {
    let words = statement.words
    let locksRows = language.driverName != "SQLite"
    switch statement.keyword {
    case .drop where words.dropFirst().first == "table" || words.contains("database"):
      return "drops a table with all its rows, which nothing brings back"
    case .drop where words.dropFirst().first == "view":
      return nil
    case .truncate:
      return "deletes all rows"
    case .delete where !hasCondition(statement): return "deletes all rows: it has no WHERE"
    case .update where !hasCondition(statement): return "changes all rows: it has no WHERE"
    case .alter where words.contains("drop"):
      return words.contains("index") || words.contains("constraint") || words.contains("key")
        ? nil : "drops a column with what it holds"
    case .alter where words.contains("rename"), .rename:
      return "changes a name that programs use which run meanwhile"
    case .alter where locksRows && (words.contains("modify") || words.contains("change")):
      return "may write the whole table anew, and keeps writers waiting meanwhile"
    case .create where words.contains("unique"):
      return "fails where rows that are there have the same values"
    case .create where words.contains("index") && !locksRows:
      return "keeps all writers of the file waiting while all rows are read"
    case .vacuum, .optimize, .reindex:
      return "writes tables anew, and keeps writers waiting meanwhile"
    default: return nil
    }
  }

  private static func hasCondition(_ statement: StatementSplitter.Statement) -> Bool {
    statement.text.lowercased().split { !$0.isLetter }.contains("where")
  }
}
