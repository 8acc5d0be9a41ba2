import Foundation

/// A second process, which says a line when it begins, and is killed by surprise.
struct ODBVictim {
  private let process: Process
  private let output: FileHandle
  private var text: Data

  /// Starts it, and waits until it begins.
  init(_ url: String, _ way: String, _ others: [String] = []) throws {
    let pipe = Pipe()
    process = try ODBStress.start(url, 1, way, others, output: pipe)
    output = pipe.fileHandleForReading
    text = output.availableData
  }

  /// Kills it at some moment; the whole lines that it has said.
  consuming func killed(within time: Duration) -> [Substring] {
    Thread.sleep(forTimeInterval: .random(in: 0...(time / .seconds(1))))
    end()
    while true {
      let more = output.availableData
      if more.isEmpty { break }
      text.append(more)
    }
    return lines
  }

  /// How long it takes for what it does, as it says itself; kills it then.
  consuming func duration() -> Duration {
    while lines.count < 2 {
      let more = output.availableData
      if more.isEmpty { break }
      text.append(more)
    }
    end()
    return .seconds(lines.last.flatMap { Double($0) } ?? 0)
  }

  private var lines: [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: In the victim

  /// Says that it begins, does something, says how many seconds that took, and waits to be killed.
  static func run(_ body: () throws -> Void) throws -> Never {
    say("begins")
    say("\(try ContinuousClock().measure(body) / .seconds(1))")
    while true { pause() }
  }

  /// Says a line.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
