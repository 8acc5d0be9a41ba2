import Foundation

/// A second process, which says a line when it begins, and is killed by surprise.
struct Victim {
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
  consuming func killed(within time: Duration) -> [String] {
    Thread.sleep(forTimeInterval: .random(in: 0...(time / .seconds(1))))
    kill(process.processIdentifier, SIGKILL)
    while true {
      let more = output.availableData
      if more.isEmpty { break }
      text.append(more)
    }
    process.waitUntilExit()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }

  /// How long it takes from its first line to its second; kills it then.
  consuming func duration() -> Duration {
    let took = ContinuousClock().measure { _ = output.availableData }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return took
  }

  /// Says a line, in the victim.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Waits to be killed.
  static func wait() -> Never { while true { pause() } }
}
