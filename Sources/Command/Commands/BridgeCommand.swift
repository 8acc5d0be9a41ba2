import ArgumentParser
import ORDA

/// `orda bridge URL`
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Serve a database to a program in any language: JSON lines in, JSON lines out.",
    discussion: """
      Each line of standard input is a request, and each gets one line on standard output, in the same order:

        {"id":1,"op":"execute","sql":"SELECT name FROM genre WHERE id = ?","params":[1]}
        {"id":1,"columns":[…],"rows":[["Jazz"]],"changed":null,"lastID":null}

      Requests: execute, results, batch, prepare, fetch, close, begin, commit, rollback, savepoint, release, rollbackTo, \
      isolation, autocommit, tables, describe, capabilities, ping, reset. An error is an answer, and the bridge goes on. The end of input ends it, and rolls an open \
      transaction back. The protocol is in docs/bridge.md, and a client in Python in Examples/Bridge.

      All requests use one connection, so that temporary tables last, unless the URL has the option pool.max.
      """)

  @OptionGroup var database: URLArgument

  @Option(help: ArgumentHelp("How many MiB a request may have.", valueName: "MiB"))
  var longestLine = Bridge.longestLine >> 20

  func validate() throws {
    guard 1...1024 ~= longestLine else { throw ValidationError("--longest-line is a number from 1 to 1024.") }
  }

  func run() throws {
    try Failure.reporting {
      let database = try openDatabase(try Self.withOneConnection(database.url))
      let input = try FileSource(path: "-")
      try Bridge(database, input: input, output: StandardStreams.output, longestLine: longestLine << 20).run()
      try database.close(within: .seconds(1))
    }
  }

  /// The URL with a limit of one connection, whose session stays as it is, unless the URL sets a limit itself.
  static func withOneConnection(_ url: String) throws -> String {
    let limited = try withOptions([("pool.max", "1")], url)
    return limited == url ? url : try withOptions([("pool.reset", "false")], limited)
  }
}
