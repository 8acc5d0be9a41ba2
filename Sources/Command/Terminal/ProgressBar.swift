import ORDAImport

/// Shows the progress of a long task.
///
/// On a terminal one line is redrawn, at most ten times a second. Elsewhere plain lines come at 0, 25, 50, 75 and 100
/// %, so that a log stays readable. If nobody knows how long the task is, a terminal gets counts, and a log nothing.
struct ProgressBar {
  /// What is counted.
  enum Unit {
    /// Things, in the plural.
    case things(String)
    case bytes

    /// `1,000 rows`, `12.3 MB`.
    func amount(_ number: Int) -> String {
      switch self {
      case .things(let name): "\(Grouped.digits(number)) \(name)"
      case .bytes: Self.megabytes(number)
      }
    }

    private static func megabytes(_ number: Int) -> String {
      let tenths = number / 100_000
      return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) MB" : "\(Grouped.digits(tenths / 10)) MB"
    }
  }

  /// The total; nil if that is not known.
  private let total: Int?
  private let label: String
  private let unit: Unit
  private let terminal: Terminal
  private let clock: () -> Duration
  private let output: (String) -> Void

  private let begun: Duration
  private var drawn: Duration?
  private var nextQuarter = 0
  private var completed = 0

  /// - Parameters:
  ///   - label: What is being done.
  ///   - total: How many units there are; 0 if there is nothing to do, nil if nobody knows.
  ///   - unit: What is counted.
  ///   - clock: The time since any fixed moment.
  init(
    _ label: String, total: Int?, unit: Unit, terminal: Terminal,
    clock: @escaping () -> Duration = ProgressBar.systemClock(), output: @escaping (String) -> Void
  ) {
    self.label = label
    self.total = total.map { max(0, $0) }
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

  /// Sets how many units are done in all; draws only if enough time has passed.
  mutating func update(_ completed: Int) {
    self.completed = max(0, min(completed, total ?? .max))
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
    completed = total ?? completed
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
    guard let total else { return }
    let percent = percent(of: total)
    guard percent >= nextQuarter * 25 else { return }
    nextQuarter = percent / 25 + 1
    output("\(label): \(percent) % (\(completedAmount) of \(unit.amount(total)))\n")
  }

  /// The completed amount, without the unit's name if the total follows with it.
  private var completedAmount: String {
    if case .things = unit { return Grouped.digits(completed) }
    return unit.amount(completed)
  }

  private func percent(of total: Int) -> Int { total == 0 ? 100 : Int(Double(completed) / Double(total) * 100) }

  private func line(at time: Duration, isFinished: Bool) -> String {
    let elapsed = (time - begun) / Duration.seconds(1)
    var facts: [String] = []
    if elapsed > 0, completed > 0 {
      facts.append("\(unit.amount(Self.whole(Double(completed) / elapsed)))/s")
      if isFinished {
        facts.append(Self.time(elapsed))
      } else if let total {
        facts.append("\(Self.time(elapsed * Double(total - completed) / Double(completed))) left")
      }
    }
    let width = terminal.width ?? 80
    let start = "\(label) "
    guard let total else {
      let text = start + ([unit.amount(completed)] + facts).joined(separator: "  ")
      return TableRenderer.fit(text, to: width - 1, ellipsis: terminal.rules.ellipsis)
    }
    let number = String(percent(of: total))
    let end = " " + String(repeating: " ", count: 3 - number.count) + number + " %  " + facts.joined(separator: "  ")
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
