import ORDA

/// Runs lines as they come: each statement as soon as it is complete, and dot commands between statements.
struct ScriptFeed {
  private let shell: Shell
  private let file: String?
  private var splitter: StatementSplitter
  private var line = 0

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
    if !splitter.isInsideStatement, text.drop(while: \.isWhitespace).hasPrefix(".") {
      // Skipped, so that the lines are counted.
      splitter.append("\n")
      return try guarded(line: line) { try DotCommand.run(text, in: shell) }
    }
    if !splitter.isInsideStatement, let command = ForeignCommand(text) {
      splitter.append("\n")
      return try guarded(line: line) { try DotCommand.run(try command.line, in: shell) }
    }
    let end = StatementEnd(text, after: splitter)
    splitter.append((end?.text ?? text) + "\n")
    var count = 0
    while !shell.isOver, let statement = try next() {
      count += 1
      let isVertical = end?.isVertical == true && count == end?.count
      try guarded(line: statement.line) { try shell.run(statement, format: isVertical ? .vertical : nil) }
    }
  }

  /// Runs the rest, which may lack its semicolon.
  ///
  /// - Throws: Like ``take(_:)``.
  mutating func finish() throws {
    let line = line
    var last: StatementSplitter.Statement?
    try guarded(line: line) { last = try splitter.finish() }
    if let last { try guarded(line: last.line) { try shell.run(last) } }
  }

  private mutating func next() throws -> StatementSplitter.Statement? {
    var statement: StatementSplitter.Statement?
    try guarded(line: line) {
      do {
        statement = try splitter.next()
      } catch {
        splitter.discard()
        throw error
      }
    }
    return statement
  }

  private func guarded(line: Int, _ body: () throws -> Void) throws {
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
