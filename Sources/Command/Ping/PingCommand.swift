import ArgumentParser
import ORDA

/// `orda ping URL`
struct PingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    abstract: "Connect to a database, and show how long that takes.",
    discussion: """
        orda ping mariadb://app@db1/music
        orda ping 'mariadb://app@db1,db2/music?connect-timeout=2s' --count 10 --interval 0.5

      Each attempt opens a connection of its own and asks it for a 1. The first one that succeeds also shows what the \
      database calls itself, and the host that answered; then come the times of each attempt, and in the end the least, the \
      median and the most. Control-C ends the attempts early.

      No file is made: one that is not there is an error. What no further attempt would mend, such as a wrong password, \
      ends the command at once. Exit code 1 where an attempt failed, or none was made.
      """)

  @OptionGroup var database: URLArgument

  @Option(help: ArgumentHelp("How many attempts to make.", valueName: "attempts"))
  var count = 1

  @Option(help: ArgumentHelp("The pause between two attempts.", valueName: "seconds"))
  var interval = 1.0

  @Option(help: ArgumentHelp("How long an attempt may take.", valueName: "seconds"))
  var timeout = 10.0

  func validate() throws {
    guard count >= 1 else { throw ValidationError("--count is a number from 1.") }
    guard 0...86_400 ~= interval else { throw ValidationError("--interval is a number of seconds, from 0 to 86400.") }
    guard 0.001...86_400 ~= timeout else {
      throw ValidationError("--timeout is a number of seconds, from 0.001 to 86400.")
    }
  }

  func run() throws {
    try Failure.reporting {
      try Signals.take()
      let target = try PingTarget(database.url, limit: .seconds(timeout))
      var report = PingReport(attempts: count)
      do {
        for number in 1...count {
          if number > 1 { try pause() }
          do { report.note(try InterruptibleWork.run { try await target.connect() }) } catch let error as DatabaseError
          {
            report.note(error)
            guard error.isTransient || error.kind == .timeout else { break }
          }
        }
      } catch is CancellationError {
        // Control-C ends the attempts; what is known by then is shown.
      } catch let end as Terminated {
        try? StandardStreams.output.flush()
        Signals.die(of: end.signal)
      }
      report.end()
      guard report.isGood else {
        try StandardStreams.output.flush()
        throw Failure.exitCode
      }
    }
  }

  private func pause() throws {
    try StandardStreams.output.flush()
    try InterruptibleWork.run { [interval] in try await Task.sleep(for: .seconds(interval)) }
  }
}
