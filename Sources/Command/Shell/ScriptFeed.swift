import ORDA

/// Runs lines as they come: each statement as soon as it is complete, and dot commands between statements.
///
/// A script's statements that have come together are run together: the connection works on a thread of its own, and handing it
/// each of them would take several times as long as running it. While they run the next ones are read, as far as they
/// are there: before anything is waited for, everything has run.
struct ScriptFeed {
  /// How many statements are run together at most, so that Control-C and `.quit` need not be looked for among more.
  private static let most = 256

  private let shell: Shell
  private let file: String?
  private var splitter: StatementSplitter
  private var line = 0
  /// Complete statements that have not run.
  private var complete: [(statement: StatementSplitter.Statement, format: ResultFormat?)] = []
  /// Those that run, and where the first of them begins.
  private var running: (work: InterruptibleWork.Begun<Void>, line: Int)?

  /// - Parameter file: Where the lines come from, for messages; nil for standard input.
  init(shell: Shell, file: String?) {
    self.shell = shell
    self.file = file
    splitter = StatementSplitter(dialect: shell.session.governor.dialect)
  }

  /// Takes the next line, without its end.
  ///
  /// - Throws: ``ScriptError`` for the first error, unless the shell keeps going; ``Terminated``.
  mutating func take(_ text: String) throws {
    line += 1
    if !splitter.isInsideStatement, text.hasFirst(where: { $0 == UInt8(ascii: ".") }),
      text.drop(while: \.isWhitespace).hasPrefix(".")
    {
      // Skipped, so that the lines are counted.
      splitter.append("\n")
      try runComplete()
      return try guarded(line: line) { try DotCommand.run(text, in: shell) }
    }
    if !splitter.isInsideStatement, let command = ForeignCommand(text) {
      splitter.append("\n")
      try runComplete()
      return try guarded(line: line) { try DotCommand.run(try command.line, in: shell) }
    }
    let end = StatementEnd(text, after: splitter)
    splitter.append(line: end?.text ?? text)
    var count = 0
    while !shell.isOver, let statement = try next() {
      count += 1
      let isVertical = end?.isVertical == true && count == end?.count
      complete.append((statement, isVertical ? .vertical : nil))
      if shell.isInteractive { try runComplete() } else if complete.count == Self.most { try beginComplete() }
    }
  }

  /// Runs the statements that are complete, to their end; call it before waiting for what comes next.
  ///
  /// - Throws: Like ``take(_:)``.
  mutating func runComplete() throws {
    try beginComplete()
    try endRunning()
  }

  /// Runs the statements that are complete; the last of them may go on.
  private mutating func beginComplete() throws {
    var rest = complete[...]
    complete = []
    let (shell, file) = (shell, file)
    while let first = rest.first {
      try endRunning()
      let plain = rest.prefix { $0.statement.keyword.isPlain }
      if plain.count > 1 {
        let work = try shell.session.beginHolding {
          for (statement, format) in plain {
            try Self.guarded(shell, file, line: statement.line) {
              try shell.run(statement, format: format, isFollowed: true)
            }
          }
        }
        running = (work, first.statement.line)
        rest = rest.dropFirst(plain.count)
      } else {
        try guarded(line: first.statement.line) { try shell.run(first.statement, format: first.format) }
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func endRunning() throws {
    guard let (work, line) = running.take() else { return }
    do {
      try work.endPart()
    } catch is CancellationError {
      throw ScriptError(file: file, line: line, error: DatabaseError(.cancelled, "stopped by Control-C"))
    } catch let error as DatabaseError {
      // That of a statement has its own line: this is one of lending the connection.
      throw ScriptError(file: file, line: line, error: error)
    }
    try shell.flush()
  }

  /// Runs the rest, which may lack its semicolon.
  ///
  /// - Throws: Like ``take(_:)``.
  mutating func finish() throws {
    try runComplete()
    let line = line
    var last: StatementSplitter.Statement?
    try guarded(line: line) { last = try splitter.finish() }
    if let last { try guarded(line: last.line) { try shell.run(last) } }
  }

  private mutating func next() throws -> StatementSplitter.Statement? {
    do {
      return try splitter.next()
    } catch let unreadable {
      splitter.discard()
      try guarded(line: line) {
        try runComplete()
        throw unreadable
      }
      return nil
    }
  }

  private func guarded(line: Int, _ body: () throws -> Void) throws {
    try Self.guarded(shell, file, line: line, body)
  }

  // Given what it needs: the statements that have not run, and what has arrived of the next, would be retained with each call.
  private static func guarded(_ shell: Shell, _ file: String?, line: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as Terminated {
      throw error
    } catch let error as OutputFailure {
      throw error
    } catch {
      if shell.isInteractive { throw error }
      let error = ScriptError(file: file, line: line, error: error)
      // Control-C always ends a script.
      guard shell.keepsGoing, !error.isCancellation else { throw error }
      shell.report(error)
    }
  }
}

extension StatementKeyword {
  /// True for what the shell hands to the connection as it stands.
  fileprivate var isPlain: Bool { !controlsTransaction && !changesSession }
}
