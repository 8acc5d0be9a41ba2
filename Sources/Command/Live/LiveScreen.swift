import ORDA
import ORDAPlatform

/// A live result that fills a terminal, and is redrawn when it changes.
final class LiveScreen {
  /// The minimum time between two drawings, however fast the rows change.
  private static let pause = Duration.milliseconds(50)

  private let result: LiveResult
  private let title: String
  private let output: Output
  private let mode: RawMode
  private let marks: LiveMarks
  private let watch: ServerWatch
  private var decoder = KeyDecoder()
  /// When to redraw; nil if nothing will change.
  private var due: ContinuousClock.Instant?
  private var isOver = false

  /// Standard input and output as a terminal to draw on; nil if they are not one, or one that can't move its cursor.
  init?(of result: LiveResult, title: String, output: Output, watch: ServerWatch) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb",
      let mode = RawMode(STDIN_FILENO)
    else { return nil }
    self.result = result
    self.title = title
    self.output = output
    self.mode = mode
    marks = try LiveMarks()
    self.watch = watch
  }

  /// Shows it until it was drawn often enough, or somebody ends it.
  ///
  /// - Throws: ``Terminated`` if a signal ends the program.
  func run(count: Int?) throws {
    let following = Task.detached { [marks, differences = result.differences] in await marks.follow(differences) }
    defer { following.cancel() }
    let watching = Task.detached { [marks, watch] in await watch.run { _ in marks.wake() } }
    defer { watching.cancel() }
    enter()
    defer { leave() }
    var shown = 0
    var hasNews = true
    var lastDrawn = ContinuousClock.now
    due = lastDrawn
    while true {
      if let moment = due, moment <= .now {
        due = marks.forgetOld()
        draw()
        lastDrawn = .now
        // The end of a highlight is no news.
        if hasNews { shown += 1 }
        hasNews = false
        if shown == count || marks.isEnded { return }
      }
      switch Signals.wait(for: STDIN_FILENO, notices: marks.notices, milliseconds: milliseconds(until: due)) {
      case .timeout: handle(decoder.flush())
      case .notice:
        marks.takeNotices()
        hasNews = true
        due = min(due ?? lastDrawn + Self.pause, lastDrawn + Self.pause)
      // A terminal has no end, unless it is gone.
      case .input: if !readKeys() { throw Terminated(signal: SIGHUP) }
      case .signal(SIGINT): isOver = true
      case .signal(SIGWINCH): due = .now
      case .signal(SIGCONT):
        // Whoever continued the program may have changed the terminal, and has written to it.
        enter()
        due = .now
      case .signal(let number): throw Terminated(signal: number)
      }
      if isOver { return }
    }
  }

  private func milliseconds(until moment: ContinuousClock.Instant?) -> Int32? {
    let waits = moment.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    // An escape byte waits for what may follow it.
    let limit = decoder.isAmbiguous ? min(50, waits ?? 50) : waits
    return limit.map { Int32(min($0, 60_000)) }
  }

  private func readKeys() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else { return false }
    handle(decoder.decode(bytes[..<count]))
    return true
  }

  private func handle(_ keys: [Key]) {
    for key in keys {
      switch key {
      case .text(let text) where text.lowercased().contains("q"): isOver = true
      case .interrupt, .endOfInput: isOver = true
      case .suspend:
        leave()
        raise(SIGTSTP)
        enter()
        due = .now
      default: break
      }
    }
  }

  // MARK: Drawing

  private func draw() {
    let height = Terminal.height(of: STDOUT_FILENO) ?? 24
    let frame = LiveFrame(title: title, columns: result.table.columnNames, terminal: .output, height: height)
    let entries = result.entries
    let rows = entries.prefix(frame.room).map { entry in
      LiveFrame.Row(values: entry.snapshot().values, marked: marks.columns(of: entry, among: frame.columns))
    }
    let failure = marks.error(of: result).map { "\($0.kind.name): \($0.message)" }
    let error = watch.error.map { ServerWatch.words($0) } ?? failure
    let lines = frame.lines(Array(rows), of: entries.count, error: error)
    // Each line replaces the one before, and clears the rest of it: nothing flickers.
    show("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }

  private func enter() {
    mode.enter()
    // The alternate screen, no cursor, and lines that end at the edge.
    show("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  private func leave() {
    mode.leave()
    show("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
  }

  private func show(_ text: String) {
    output.write(text)
    // A terminal that is gone ends the input, too.
    try? output.flush()
  }
}
