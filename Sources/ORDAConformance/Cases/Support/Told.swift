internal import ORDAThreads

/// Lines that one thread adds and another one reads.
final class Told: Sendable {
  private let all = Lock<[String]>([])

  var lines: [String] { all.withLock { $0 } }

  func add(_ line: String) { all.withLock { $0.append(line) } }
}
