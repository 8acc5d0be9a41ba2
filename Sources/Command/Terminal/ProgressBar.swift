/// Shows how far a long task is.
///
/// On a terminal one line is drawn again and again, at most ten times a second. Elsewhere plain lines come at 0, 25, 50,
/// 75 and 100 %, so that a log stays readable.
struct ProgressBar {
  /// How far the task is, against what it will be.
  private let total: Int
  private let label: String
  private let unit: String
  private let terminal: Terminal
  private let clock: () -> Duration
  private let output: (String) -> Void

  private let begun: Duration
  private var drawn: Duration?
  private var nextQuarter = 0
  private var completed = 0

  /// - Parameters:
  ///   - label: What is being done.
  ///   - total: How many units there are; 0 where there is nothing to do.
  ///   - unit: What is counted, in the plural.
  ///   - clock: The time since any fixed moment.
  init(
    _ label: String, total: Int, unit: String, terminal: Terminal,
    clock: @escaping () -> Duration = ProgressBar.systemClock(), output: @escaping (String) -> Void
  ) {
    self.label = label
    self.total = max(0, total)
    self.unit = unit
    self.terminal = terminal
    self.clock = clock
    self.output = output
    begun = clock()
    draw(at: begun)
  }

  /// A clock that begins at zero.
  static func systemClock() -> () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }

  /// Says how many units are done in all; drawn only where enough time has passed.
  mutating func update(_ completed: Int) {
    self.completed = max(0, min(completed, total))
    // Asking for the time costs more than counting: a quarter of a percent is fine enough for logs.
    guard terminal.isTerminal else {
      draw(at: nil)
      return
    }
    let now = clock()
    if let drawn, now - drawn < .milliseconds(100) { return }
    draw(at: now)
  }

  /// Shows the end: all units done, and the time they took.
  mutating func finish() {
    completed = total
    let elapsed = clock() - begun
    if terminal.isTerminal {
      output("\r\(line(at: begun + elapsed, isFinished: true))\u{1B}[K\n")
    } else {
      draw(at: begun + elapsed)
    }
  }

  /// Leaves the line as it is and goes to the next one, for a task that failed.
  mutating func abandon() {
    if terminal.isTerminal { output("\n") }
  }

  private mutating func draw(at time: Duration?) {
    if terminal.isTerminal {
      guard let time else { return }
      drawn = time
      output("\r\(line(at: time, isFinished: false))\u{1B}[K")
      return
    }
    let percent = percent
    guard percent >= nextQuarter * 25 else { return }
    nextQuarter = percent / 25 + 1
    output("\(label): \(percent) % (\(Grouped.digits(completed)) of \(Grouped.digits(total)) \(unit))\n")
  }

  private var percent: Int { total == 0 ? 100 : Int(Double(completed) / Double(total) * 100) }

  private func line(at time: Duration, isFinished: Bool) -> String {
    let elapsed = (time - begun) / Duration.seconds(1)
    var facts: [String] = []
    if elapsed > 0, completed > 0 {
      facts.append("\(Grouped.digits(Self.whole(Double(completed) / elapsed))) \(unit)/s")
      if isFinished {
        facts.append(Self.time(elapsed))
      } else {
        facts.append("\(Self.time(elapsed * Double(total - completed) / Double(completed))) left")
      }
    }
    let number = String(percent)
    let start = "\(label) "
    let end = " " + String(repeating: " ", count: 3 - number.count) + number + " %  " + facts.joined(separator: "  ")
    let width = terminal.width ?? 80
    let room = min(30, width - 1 - DisplayWidth.of(start) - DisplayWidth.of(end))
    guard room >= 5 else { return TableRenderer.fit(start + end, to: width - 1, ellipsis: terminal.rules.ellipsis) }
    let filled = total == 0 ? room : Int(Double(completed) / Double(total) * Double(room))
    let (full, empty) = terminal.usesBoxes ? ("█", "░") : ("#", ".")
    let bar = String(repeating: full, count: filled)
    let rest = String(repeating: empty, count: room - filled)
    return start + terminal.style.green(bar) + terminal.style.dim(rest) + end
  }

  private static func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? .max }

  /// Seconds for people to read: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
  static func time(_ seconds: Double) -> String {
    if seconds < 9.95 {
      let tenths = whole(max(0, seconds) * 10)
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = whole(seconds)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
