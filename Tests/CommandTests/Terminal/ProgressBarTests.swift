import Testing

@testable import Command

@Suite struct ProgressBarTests {
  /// Time that passes when told to, and what was printed.
  private final class Stage {
    var now = Duration.seconds(100)
    var lines: [String] = []

    func bar(total: Int?, width: Int?, unit: ProgressBar.Unit = .things("rows")) -> ProgressBar {
      let terminal = Terminal(
        isTerminal: width != nil, reportedWidth: width, environment: .init { $0 == "NO_COLOR" ? "1" : nil })
      return ProgressBar(
        "isotopes", total: total, unit: unit, terminal: terminal, clock: { self.now },
        output: { self.lines.append($0) })
    }
  }

  @Test func logsGetQuarters() {
    let stage = Stage()
    var bar = stage.bar(total: 1000, width: nil)
    for done in 1...1000 { bar.update(done) }
    bar.finish()
    #expect(
      stage.lines == [
        "isotopes: 0 % (0 of 1,000 rows)\n", "isotopes: 25 % (250 of 1,000 rows)\n",
        "isotopes: 50 % (500 of 1,000 rows)\n",
        "isotopes: 75 % (750 of 1,000 rows)\n", "isotopes: 100 % (1,000 of 1,000 rows)\n",
      ])
  }

  @Test func aLogOfBigStepsRepeatsNothing() {
    let stage = Stage()
    var bar = stage.bar(total: 3, width: nil)
    bar.update(2)
    bar.finish()
    bar.finish()
    #expect(stage.lines.map { $0.prefix(14) } == ["isotopes: 0 % ", "isotopes: 66 %", "isotopes: 100 "])
  }

  @Test func terminalsAreDrawnTenTimesASecond() {
    let stage = Stage()
    var bar = stage.bar(total: 1000, width: 80)
    for done in 1...1000 {
      stage.now += .milliseconds(1)
      bar.update(done)
    }
    #expect(stage.lines.count == 11)  // at the start, and every 100 of 1000 ms
    bar.finish()
    #expect(stage.lines.count == 12)
  }

  @Test func bytesAreCountedInMegabytes() {
    let stage = Stage()
    var bar = stage.bar(total: 60_000_000, width: 100, unit: .bytes)
    stage.now += .seconds(2)
    bar.update(15_000_000)
    #expect(stage.lines.last == "\risotopes ███████░░░░░░░░░░░░░░░░░░░░░░░  25 %  7.5 MB/s  6.0 s left\u{1B}[K")
    let log = Stage()
    var logged = log.bar(total: 2_000_000_000, width: nil, unit: .bytes)
    logged.update(500_000_000)
    #expect(log.lines.last == "isotopes: 25 % (500 MB of 2,000 MB)\n")
  }

  @Test func whatHasNoKnownEndIsCountedOnATerminalOnly() {
    let stage = Stage()
    var bar = stage.bar(total: nil, width: 80)
    stage.now += .seconds(2)
    bar.update(5000)
    #expect(stage.lines.last == "\risotopes 5,000 rows  2,500 rows/s\u{1B}[K")
    bar.finish()
    #expect(stage.lines.last == "\risotopes 5,000 rows  2,500 rows/s  2.0 s\u{1B}[K\n")
    let log = Stage()
    var logged = log.bar(total: nil, width: nil)
    logged.update(5000)
    logged.finish()
    #expect(log.lines == [])
  }

  @Test func aLineOnATerminal() {
    let stage = Stage()
    var bar = stage.bar(total: 1000, width: 80)
    stage.now += .seconds(2)
    bar.update(500)
    #expect(stage.lines.last == "\risotopes ███████████████░░░░░░░░░░░░░░░  50 %  250 rows/s  2.0 s left\u{1B}[K")
    stage.now += .seconds(2)
    bar.finish()
    #expect(stage.lines.last == "\risotopes ██████████████████████████████ 100 %  250 rows/s  4.0 s\u{1B}[K\n")
  }

  @Test(arguments: [1, 10, 30, 45, 60, 200]) func linesNeverWrap(_ width: Int) {
    let stage = Stage()
    var bar = stage.bar(total: 1_000_000, width: width)
    stage.now += .seconds(3)
    bar.update(123_456)
    bar.finish()
    for line in stage.lines {
      let text = line.replacing("\r", with: "").replacing("\n", with: "").replacing("\u{1B}[K", with: "")
      #expect(DisplayWidth.of(text) < max(2, width))
    }
  }

  @Test func nothingToDo() {
    let stage = Stage()
    var bar = stage.bar(total: 0, width: nil)
    bar.finish()
    #expect(stage.lines == ["isotopes: 100 % (0 of 0 rows)\n"])
  }

  @Test func progressBeyondTheEndStopsThere() {
    let stage = Stage()
    var bar = stage.bar(total: 10, width: nil)
    bar.update(25)
    bar.update(-1)
    #expect(stage.lines.last == "isotopes: 100 % (10 of 10 rows)\n")
  }

  @Test func times() {
    let times = [0, 0.04, 3.24, 9.94, 9.96, 59.4, 61, 7800].map { ProgressBar.time($0) }
    #expect(times == ["0.0 s", "0.0 s", "3.2 s", "9.9 s", "10 s", "59 s", "1 min 1 s", "2 h 10 min"])
    #expect(ProgressBar.time(.infinity).hasSuffix("min"))
  }
}
