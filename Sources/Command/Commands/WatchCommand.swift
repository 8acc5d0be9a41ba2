import ArgumentParser
import ORDA
import ORDAImport

/// `orda watch URL [TABLE...]`
struct WatchCommand: ParsableCommand {
  /// How changes are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, jsonl

    static var allValueDescriptions: [String: String] {
      ["table": "a line a change, for people", "jsonl": "an object a line, for programs"]
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what changes in a database, as it happens, whoever changes it.",
    discussion: """
      A line for each row that is inserted, updated or deleted, after the commit, until Control-C:

        orda watch sqlite:music.db track genre
        orda watch sqlite:music.db --format jsonl
        orda watch sqlite:music.db track --where 'seconds > 300'

      With --where only changes of rows are shown for which the condition holds, before or after. A row that is changed and \
      begins to meet it is shown as 'enter', one that ceases to as 'leave'. Changes of other tables that the condition reads \
      are not followed.

      Without tables all of them are watched. Where the database tells only that a table has changed, as SQLite does of other \
      programs' commits, or only which rows, as MariaDB does by triggers, the table is read again and compared, if it has a \
      key and no more rows than --compare says; of others a line says that some rows or columns changed. Changes that follow each other closely may be shown as one.

      What can't be watched, or not as well as it could be, is told on standard error.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The tables to watch; none for all.", valueName: "table"))
  var tables: [String] = []

  @Option(
    name: .customLong("where"), help: ArgumentHelp("Which rows of the one table to watch.", valueName: "condition"))
  var condition: String?

  @Option(help: ArgumentHelp("How changes are written.", valueName: "format"))
  var format = Format.table

  @Option(help: ArgumentHelp("How many rows a table may have to be read again and compared.", valueName: "rows"))
  var compare = 10_000

  @Option(help: ArgumentHelp("End after so many changes.", valueName: "changes"))
  var count: Int?

  func validate() throws {
    guard 0...10_000_000 ~= compare else { throw ValidationError("--compare is a number from 0 to 10000000.") }
    if let count, count < 1 { throw ValidationError("--count is a number from 1.") }
    if condition != nil, tables.count != 1 { throw ValidationError("--where is for one table, which has to be named.") }
  }

  /// The schema of tables that don't name one: the URL's database, or the file itself.
  private static func schema(of url: DatabaseURL) -> String? {
    if case .server(let server) = url.location { server.database } else { "main" }
  }

  func run() throws {
    try Failure.reporting {
      try Signals.take()
      let database = try database.open()
      let coverage = database.findChangeCoverage()
      if let limitation = coverage.limitation, coverage.reach != .none {
        StandardStreams.error("orda: \(VisibleText.escaping(limitation))\n")
      }
      let writer = ChangeWriter(
        output: StandardStreams.output, isJSON: format == .jsonl, schema: Self.schema(of: database.url)
      )
      // From here on the watching owns the output: this thread only waits.
      nonisolated(unsafe) let watch = TableWatch(
        tables, where: condition, in: database, comparing: compare, writer)
      let count = count
      do {
        try InterruptibleWork.run {
          var watch = watch
          try await watch.run(count: count)
        }
      } catch let end as Terminated {
        try? StandardStreams.output.flush()
        try? database.close(within: .zero)
        Signals.die(of: end.signal)
      }
      try database.close(within: .seconds(1))
    }
  }
}
