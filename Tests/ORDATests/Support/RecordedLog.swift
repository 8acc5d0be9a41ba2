import Logging

/// Keeps what is logged.
final class RecordedLog: Sendable {
  struct Entry: Sendable {
    var level: Logger.Level
    var message: String
    var metadata: [String: String]
  }

  private let kept = Shared<[Entry]>([])

  var entries: [Entry] { kept.current }
  func entries(_ level: Logger.Level) -> [Entry] { entries.filter { $0.level == level } }

  /// A logger that writes here, from a level on.
  func logger(_ level: Logger.Level) -> Logger {
    var logger = Logger(label: "test", factory: { _ in Handler(log: self) })
    logger.logLevel = level
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    init(log: RecordedLog) { self.log = log }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
      log.kept.with { $0.append(Entry(level: event.level, message: "\(event.message)", metadata: all)) }
    }
  }
}
