import ORDA
import ORDAImport
import ORDAPlatform
internal import ORDAThreads

/// What both sorts of shell do: run statements and dot commands, one after another.
final class Shell {
  private(set) var session: ShellSession
  /// Values for the parameters of statements, in the order of their definition.
  var parameters: [ParameterValue] = []
  /// Shows results that are longer than the screen; nil for nothing.
  var pager: String?
  var format: ResultFormat
  /// Whether each statement's time is shown.
  var showsTime = false
  /// Whether the shell goes on after an error in a script.
  let keepsGoing: Bool
  let isInteractive: Bool
  /// True once `.quit` was given.
  var isOver = false
  /// True once something has failed.
  private(set) var hasFailed = false
  var history: History
  private var knownNames: Completer.Names?
  /// When something was sent.
  private var flushed = MonotonicTime(nanoseconds: 0)
  /// How deep scripts are nested.
  private var depth = 0

  init(
    session: ShellSession, format: ResultFormat, keepsGoing: Bool, isInteractive: Bool, history: History,
    pager: String? = nil
  ) {
    self.session = session
    self.pager = pager
    self.format = format
    self.keepsGoing = keepsGoing
    self.isInteractive = isInteractive
    self.history = history
  }

  /// Where results go.
  var output: Output { StandardStreams.output }

  // MARK: Input

  /// Runs an input of one or more lines with complete statements.
  ///
  /// - Throws: The first error, after which nothing more of the input is run.
  func run(input: String) throws {
    var feed = ScriptFeed(shell: self, file: nil)
    for line in input.split(separator: "\n", omittingEmptySubsequences: false) { try feed.take(String(line)) }
    try feed.finish()
  }

  /// Runs a file, or standard input, line by line as it arrives.
  ///
  /// - Throws: ``ScriptError`` for the first error, ``FileError``, ``Terminated``.
  func run(script path: String, waiting: () throws -> Void = {}) throws {
    // A script that reads itself would never end.
    guard depth < 16 else { throw ShellError("scripts that read scripts are nested too deeply: \(path)") }
    depth += 1
    defer { depth -= 1 }
    let lines = try ScriptLines(path: path)
    var feed = ScriptFeed(shell: self, file: path == "-" ? nil : path)
    while !isOver {
      let next = Result {
        try lines.next(waiting: {
          try feed.runComplete()
          try waiting()
        })
      }
      // What came before a line that is no text has its turn.
      if case .failure = next { try feed.runComplete() }
      guard let line = try next.get() else { break }
      try feed.take(line)
    }
    if !isOver { try feed.finish() }
  }

  /// Whether an input needs no further line.
  func isComplete(_ input: String) -> Bool {
    if input.drop(while: \.isWhitespace).hasPrefix(".") || input.allSatisfy(\.isWhitespace) { return true }
    if ForeignCommand(input) != nil { return true }
    let splitter = StatementSplitter(dialect: session.governor.dialect)
    var whole = splitter
    whole.append(line: input)
    do { while try whole.next() != nil {} } catch { return true }
    return !whole.isInsideStatement || StatementEnd(input, after: splitter) != nil
  }

  // MARK: Statements

  /// Runs one statement and shows its result.
  ///
  /// - Parameters:
  ///   - format: The format of its rows; nil for the usual one.
  ///   - isFollowed: True if further statements follow at once, whose results may be sent together with this one's.
  func run(_ statement: StatementSplitter.Statement, format: ResultFormat? = nil, isFollowed: Bool = false) throws {
    if statement.keyword.definesSchema || statement.keyword.controlsTransaction { forgetNames() }
    let format = format ?? self.format
    let start = showsTime ? ContinuousClock.now : nil
    try paged { check in
      let terminal = Terminal.output
      var isSaid = false
      func time(since start: ContinuousClock.Instant) -> String {
        "\(Grouped.milliseconds(ContinuousClock.now - start)) ms"
      }
      try session.run(
        statement, parameters,
        StatementShow(
          format: format, output: output, terminal: terminal, onRow: check,
          remark: { [self] remark in
            isSaid = true
            say(in: format) { output in
              remark(output)
              if let start { output.write(terminal.style.dim(", \(time(since: start))")) }
            }
          }))
      if let start, !isSaid { say(in: format) { $0.write(time(since: start)) } }
    }
    if !isFollowed || Terminal.output.isTerminal || MonotonicTime.coarse - flushed > .milliseconds(20) { try flush() }
  }

  /// Says something besides rows for people, and never among rows that a program will read.
  private func say(in format: ResultFormat, _ write: (Output) -> Void) {
    if format.isForPrograms { return StandardStreams.error(Output.text(write) + "\n") }
    let output = StandardStreams.goesToFile ? StandardStreams.standard : output
    write(output)
    output.write(UInt8(ascii: "\n"))
  }

  /// Sends what was written.
  func flush() throws {
    try output.flush()
    try StandardStreams.standard.flush()
    flushed = .coarse
  }

  /// Runs a body that writes results; the pager shows those that are longer than the screen.
  ///
  /// - Parameter body: Receives a check to call now and then: it throws once the person has seen enough.
  func paged(_ body: (_ check: @escaping () throws -> Void) throws -> Void) throws {
    guard let command = pager, !StandardStreams.goesToFile, output === StandardStreams.standard,
      let height = Terminal.height(of: STDOUT_FILENO), isatty(STDOUT_FILENO) == 1
    else { return try body {} }
    let pager = Pager(command: command, height: height)
    StandardStreams.redirect(to: pager.output)
    defer { StandardStreams.redirect(to: nil) }
    do {
      try body { try pager.check() }
    } catch is Pager.Left {
    } catch {
      try? pager.finish()
      throw error
    }
    do {
      try pager.finish()
    } catch let error as Pager.Failure {
      self.pager = nil
      throw error
    }
  }

  /// Reports that a statement or a command failed.
  func report(_ error: any Error) {
    hasFailed = true
    StandardStreams.error(Failure.text(of: error, style: Terminal.error.style))
  }

  // MARK: The database

  /// Switches to another database.
  func open(_ url: String) throws {
    let opened = try ShellSession(url: url)
    close()
    session = opened
    forgetNames()
  }

  /// Closes the database, and reports if a transaction was open.
  func close() {
    try? output.flush()
    if session.close() { StandardStreams.error("orda: the open transaction was rolled back\n") }
  }

  func forgetNames() { knownNames = nil }

  /// The existing tables and columns, read when they are first requested.
  func names() -> Completer.Names {
    if let knownNames { return knownNames }
    let names = try? session.withConnection { connection in
      var names = Completer.Names()
      // What takes too long does not help a person who waits.
      for table in try connection.tables().prefix(500) {
        names.columns[table.name] = try connection.describe(table)?.columnNames ?? []
      }
      return names
    }
    knownNames = names
    return names ?? Completer.Names()
  }
}

/// An error of the shell itself.
struct ShellError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
