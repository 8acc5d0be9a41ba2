import ArgumentParser
import ORDA
import ORDAImport
import ORDAPlatform

/// `orda shell URL`
struct ShellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Type statements and see what they give, or run a script from standard input.",
    discussion: """
        orda shell sqlite:music.db
        orda shell sqlite:music.db < script.sql

      On a terminal, inputs are edited with the usual keys, found again with the arrow up and Control-R, and completed with \
      the tab key. A statement goes on until its semicolon, over as many lines as it takes. Control-C clears what was typed, \
      or stops the statement that runs; Control-D leaves. Lines that begin with a dot are commands of the shell: .help lists \
      them.

      BEGIN, COMMIT, ROLLBACK and SAVEPOINT work as ever; a star in the prompt shows that a transaction is open. Leaving the \
      shell rolls it back.

      Otherwise the statements are read from standard input and run as they arrive. The first error ends the script, with \
      its line number and exit code 1.

      What was typed is kept in ~/.local/state/orda/history, or in the file that ORDA_HISTORY names. Statements that begin \
      with a blank or look as if they held a password are not.
      """)

  @OptionGroup var database: URLArgument

  @OptionGroup var format: FormatOption

  @Flag(help: "In a script, go on after an error; the exit code is 1 nevertheless.")
  var keepGoing = false

  func run() throws {
    try Failure.reporting {
      try Signals.take()
      let output = StandardStreams.standard
      let input = TerminalInput(output: output, environment: Self.environment)
      let shell = Shell(
        session: try ShellSession(url: database.url), format: format.format,
        keepsGoing: keepGoing || isatty(STDIN_FILENO) == 1,
        isInteractive: input != nil, history: input == nil ? History() : Self.history(),
        pager: input == nil ? nil : Pager.standard(environment: Self.environment))
      do {
        if let input {
          try InteractiveShell(shell: shell, input: input).run()
        } else {
          try Self.runScript(in: shell)
        }
      } catch let end as Terminated {
        try? output.flush()
        shell.close()
        Signals.die(of: end.signal)
      } catch {
        shell.report(error)
        shell.close()
        throw Failure.exitCode
      }
      try output.flush()
      shell.close()
      if shell.hasFailed, input == nil { throw Failure.exitCode }
    }
  }

  private static func runScript(in shell: Shell) throws {
    try shell.run(script: "-") {
      while true {
        switch Signals.wait(for: STDIN_FILENO) {
        case .input, .timeout: return
        case .signal(SIGCONT), .signal(SIGWINCH), .notice: continue
        case .signal(let number): throw Terminated(signal: number)
        }
      }
    }
  }

  /// Earlier inputs; if the history can't be read that is reported, and the shell works without it.
  private static func history() -> History {
    do {
      return try History(file: HistoryFile.standard(environment: environment))
    } catch {
      StandardStreams.error("orda: the history can't be read: \(VisibleText.escaping("\(error)"))\n")
      return History()
    }
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
