import ArgumentParser
import ORDA
import SourceCheck

/// `orda check URL|--migrations FOLDER PATH…`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the SQL in Swift sources against a database, without running it.",
    discussion: """
        orda check sqlite:music.db Sources
        orda check --migrations Migrations Sources
        orda check --create Sources README.md

      Each literal that is given to ORDA as SQL is prepared: its tables and columns, its syntax, the number of its parameters, \
      and whether its columns fit the type that the call reads them as. Folders are searched for Swift sources that import \
      ORDA; of a page of Markdown the blocks of Swift are read. Nothing is run on the database of the URL. With --migrations \
      and with --create it is one in memory, on SQLite.

      Exit code 1 where something is wrong. It has to be built with the trait SourceCheck.
      """)

  @Argument(
    help: ArgumentHelp(
      "The database, unless --migrations or --create makes one, and then files and folders.", valueName: "url or path"))
  var words: [String]

  @Option(
    help: ArgumentHelp("Check against what the steps in this folder make.", valueName: "folder"), completion: .directory
  )
  var migrations: String?

  @Flag(help: "Check against what the sources' own CREATE statements make.")
  var create = false

  @Option(
    help: ArgumentHelp("A module of your own by whose import a source gets ORDA's names too.", valueName: "module"))
  var importing: [String] = []

  @Flag(help: "List what could not be judged, and why.")
  var verbose = false

  @Option(help: ArgumentHelp("How problems are written: text, as compilers do, or jsonl.", valueName: "format"))
  var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  private var hasScratch: Bool { migrations != nil || create }
  private var paths: [String] { hasScratch ? words : Array(words.dropFirst()) }

  func validate() throws {
    guard SourceReading.isAvailable else {
      throw ValidationError(
        "This orda can't read Swift sources. Build it with the trait: swift build -c release --product orda --traits SourceCheck"
      )
    }
    if paths.isEmpty { throw ValidationError("Which files and folders are to be checked stands behind the database.") }
  }

  func run() throws {
    try Failure.reporting {
      let findings = SourceReading.find(in: try SourceFiles.read(paths), importing: Set(importing))
      var report = CheckReport(format: format, isVerbose: verbose)
      let verdicts = try judges(of: findings).verdicts()
      for (statement, verdict) in zip(findings.statements, verdicts) { report.add(verdict, of: statement) }
      findings.unjudged.forEach { report.add($0) }
      report.end(findings)
      try StandardStreams.output.flush()
      if report.problemCount > 0 { throw Failure.exitCode }
    }
  }

  private func judges(of findings: SourceFindings) -> ParallelJudges {
    let url = hasScratch ? "sqlite::memory:" : words[0]
    return ParallelJudges(findings: findings) { [migrations] in
      let database = try openDatabase(url)
      if let migrations { try database.migrate(Migration.folder(migrations, for: database.language)) }
      return database
    } prepare: { [create] connection, language in
      if create { try SourceSchema(findings, language).make(on: connection) }
    }
  }
}
