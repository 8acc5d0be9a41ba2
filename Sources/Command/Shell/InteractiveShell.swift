import ORDA
import ORDAImport

/// A shell that a person types into.
struct InteractiveShell {
  let shell: Shell
  let input: TerminalInput

  /// Reads inputs and runs them until the person leaves.
  ///
  /// - Throws: ``Terminated`` and ``OutputFailure``; errors of statements are shown.
  func run() throws {
    let style = Terminal.output.style
    shell.output.write(
      "\(shell.session.governor.driverName), \(VisibleText.escaping(shell.session.title))\n"
        + style.dim("End statements with ; and see .help for the rest. Control-D leaves.") + "\n")
    while !shell.isOver {
      switch try input.read(prompt: prompt, continuation: continuation, editor()) {
      case .input(let text): try run(text)
      case .cancelled: continue
      case .end: return
      }
    }
  }

  private func run(_ text: String) throws {
    do {
      try shell.history.add(text)
    } catch {
      StandardStreams.error("orda: the history can't be kept: \(VisibleText.escaping("\(error)"))\n")
    }
    do {
      try shell.run(input: text)
    } catch let error as Terminated {
      throw error
    } catch let error as OutputFailure {
      throw error
    } catch let error as DatabaseError where error.kind == .cancelled {
      StandardStreams.error("cancelled\n")
    } catch {
      shell.report(error)
    }
    try shell.output.flush()
  }

  private func editor() -> LineEditor {
    let dialect = shell.session.governor.dialect
    let completer = Completer(names: shell.names, quote: { dialect.quoted(identifier: $0) })
    return LineEditor(
      history: shell.history.entries, isComplete: shell.isComplete, complete: completer.complete)
  }

  /// A star shows that a transaction is open.
  private var prompt: String { shell.session.transaction == nil ? "orda> " : "orda*> " }
  /// As wide as the prompt.
  private var continuation: String { shell.session.transaction == nil ? " ...> " : "  ...> " }
}
