import Foundation
public import Logging

/// Ends its process, as suddenly as a power cut would, with a statement that is logged.
public struct DyingLog: LogHandler {
  private let left: Shared<Int>
  /// What is told beside every line.
  public var metadata: Logger.Metadata = [:]
  /// From which level on lines come here.
  public var logLevel = Logger.Level.trace

  /// A logger for whom so many statements are run, and no more.
  public static func logger(after statements: Int) -> Logger { logger(left: Shared(statements)) }

  /// A logger that counts statements down, and ends the process with the one that comes to 0.
  public static func logger(left: Shared<Int>) -> Logger { Logger(label: "test") { _ in DyingLog(left: left) } }

  private init(left: Shared<Int>) { self.left = left }

  /// One line's part of what is told beside every line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Counts the line, where it tells of a statement.
  public func log(event: LogEvent) {
    guard event.message == "statement" else { return }
    left.with { left in
      left -= 1
      if left == 0 { die() }
    }
  }
}
