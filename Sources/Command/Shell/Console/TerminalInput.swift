import ORDAImport
import ORDAPlatform

/// Reads inputs from a terminal: connects ``LineEditor`` with its keys and screen.
final class TerminalInput {
  /// How reading an input ended.
  enum Outcome {
    case input(String)
    /// Control-C.
    case cancelled
    /// Control-D on an empty line.
    case end
  }

  private let mode: RawMode
  private let output: Output
  private var decoder = KeyDecoder()
  /// Keys that followed the end of an input.
  private var keys: [Key] = []
  private var screen = InputScreen()
  /// True if Control-Z stopped the program, and the signal to continue is still to be reported.
  private var wasSuspended = false

  /// Standard input and output as a terminal to edit on; nil if they are not one, or one that can't move its cursor.
  init?(output: Output, environment: (String) -> String?) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, environment("TERM") != "dumb",
      let mode = RawMode(STDIN_FILENO)
    else { return nil }
    self.mode = mode
    self.output = output
  }

  /// Lets a person edit one input.
  ///
  /// - Parameters:
  ///   - prompt: What comes before the first line.
  ///   - continuation: What comes before each other line.
  /// - Throws: ``Terminated`` if a signal ends the program.
  func read(prompt: String, continuation: String, _ editor: LineEditor) throws -> Outcome {
    var editor = editor
    func layout() -> InputLayout {
      if let search = editor.search {
        let match = Array(search.match ?? "")
        return InputLayout(
          prompt: "(search: \(search.pattern)) ", continuation: continuation, match, cursor: match.count, width: width)
      }
      let buffer = editor.buffer
      return InputLayout(
        prompt: prompt, continuation: continuation, buffer.characters, cursor: buffer.cursor, width: width)
    }

    enter()
    defer { leave() }
    show(screen.draw(layout(), height: height))
    while true {
      var isDrawn = true
      while !keys.isEmpty {
        switch editor.handle(keys.removeFirst()) {
        case .redraw: isDrawn = false
        case .submit(let text):
          show(screen.draw(layout(), height: height) + screen.leave(layout(), height: height))
          return .input(text)
        case .cancel:
          show(screen.draw(layout(), height: height) + "^C" + screen.leave(layout(), height: height))
          return .cancelled
        case .leave:
          show(screen.leave(layout(), height: height))
          return .end
        case .suspend:
          show(screen.leave(layout(), height: height))
          suspend()
          isDrawn = false
        case .clearScreen:
          show("\u{1B}[H\u{1B}[2J")
          screen.forget()
          isDrawn = false
        case .list(let candidates):
          show(screen.leave(layout(), height: height) + Self.list(candidates, width: width))
          isDrawn = false
        }
      }
      if !isDrawn { show(screen.draw(layout(), height: height)) }
      switch Signals.wait(for: STDIN_FILENO, milliseconds: decoder.isAmbiguous ? 50 : nil) {
      case .timeout: keys += decoder.flush()
      // A terminal has no end, unless it is gone.
      case .input: if !readKeys() { throw Terminated(signal: SIGHUP) }
      case .signal(SIGINT): keys.append(.interrupt)
      case .signal(SIGWINCH):
        screen.resized(layout())
        show(screen.draw(layout(), height: height))
      case .signal(SIGCONT):
        // Whoever continued the program may have changed the terminal, and has written to it.
        enter()
        if !wasSuspended { screen.forget() }
        wasSuspended = false
        show(screen.draw(layout(), height: height))
      case .signal(let number): throw Terminated(signal: number)
      case .notice: break
      }
    }
  }

  /// Reads the available keys; false at the end.
  private func readKeys() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else { return false }
    keys += decoder.decode(bytes[..<count])
    return true
  }

  private func enter() {
    mode.enter()
    // From now on the terminal marks where pasted text begins and ends.
    show("\u{1B}[?2004h")
  }

  private func leave() {
    // First of all: from now on Control-C is a signal again.
    mode.leave()
    show("\u{1B}[?2004l")
  }

  private func suspend() {
    leave()
    wasSuspended = true
    raise(SIGTSTP)
    enter()
    screen.forget()
  }

  private func show(_ text: String) {
    output.write(text)
    // A terminal that is gone ends the input, too.
    try? output.flush()
  }

  private var width: Int { Terminal.output.width ?? 80 }
  private var height: Int { Terminal.height(of: STDOUT_FILENO) ?? 24 }

  /// Words in columns, as many as fit.
  static func list(_ words: [String], width: Int) -> String {
    let shown = words.prefix(200).map { VisibleText.escaping($0) }
    let cell = (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let columns = max(1, width / cell)
    var text = ""
    for (index, word) in shown.enumerated() {
      let isLast = index % columns == columns - 1 || index == shown.count - 1
      text += word + (isLast ? "\r\n" : String(repeating: " ", count: cell - DisplayWidth.of(word)))
    }
    return text + (words.count > shown.count ? "… and \(Grouped.digits(words.count - shown.count)) more\r\n" : "")
  }
}
