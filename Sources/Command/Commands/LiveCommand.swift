import ArgumentParser
import ORDA
import ORDAImport
import ORDAPlatform

/// `orda live URL TABLE`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Show a table's rows, and keep them up to date while they change.",
    discussion: """
        orda live sqlite:music.db track --where 'seconds > 300' --order 'seconds DESC' --limit 20

      On a terminal the rows fill the screen and change in place, whoever changes them; what changed is set off for a moment, \
      where there are colours. What does not fit is counted below. q or Control-C ends it.

      Elsewhere the table is printed anew with each change:

        orda live sqlite:music.db track --count 2 > changes.txt

      The condition and the order are SQL, and may read other tables; their changes are followed, too.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The table.", valueName: "table"))
  var table: String

  @Option(name: .customLong("where"), help: ArgumentHelp("Which rows to show.", valueName: "condition"))
  var condition: String?

  @Option(help: ArgumentHelp("What the rows are ordered by; otherwise by their keys.", valueName: "columns"))
  var order: String?

  @Option(help: ArgumentHelp("How many rows to show at most.", valueName: "rows"))
  var limit: Int?

  @Option(help: ArgumentHelp("End when the table was shown so many times.", valueName: "times"))
  var count: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is a number from 0.") }
    if let count, count < 1 { throw ValidationError("--count is a number from 1.") }
  }

  func run() throws {
    try Failure.reporting {
      try Signals.take()
      let database = try database.open()
      let coverage = database.findChangeCoverage()
      guard coverage.reach != .none else { throw DatabaseError(.unsupported, coverage.limitation ?? "nothing is told") }
      if let limitation = coverage.limitation { StandardStreams.error("orda: \(VisibleText.escaping(limitation))\n") }
      let result = try database.table(try database.described(table).name).follow(
        where: condition.map { SQL(text: $0) }, orderBy: order.map { SQL(text: $0) }, limit: limit)
      do {
        try show(result, of: database)
      } catch let end as Terminated {
        try? StandardStreams.output.flush()
        try? database.close(within: .zero)
        Signals.die(of: end.signal)
      }
      try database.close(within: .seconds(1))
    }
  }

  private func show(_ result: LiveResult, of database: any Governor) throws {
    let watch = ServerWatch(database)
    let title = result.table.name.name + (condition.map { " where \($0)" } ?? "")
    if let screen = try LiveScreen(of: result, title: title, output: StandardStreams.output, watch: watch) {
      return try screen.run(count: count)
    }
    // From here on the printing owns the output: this thread only waits.
    nonisolated(unsafe) let output = StandardStreams.output
    let count = count
    let watching = Task.detached {
      // A separate one, since standard output is in use.
      await watch.run { error in
        let errors = Output(descriptor: STDERR_FILENO)
        errors.write("orda: \(VisibleText.escaping(ServerWatch.words(error)))\n")
        try? errors.flush()
      }
    }
    defer { watching.cancel() }
    try InterruptibleWork.run {
      try await LivePrinter(output: output, options: Terminal.output.tables).run(result, count)
    }
  }
}
