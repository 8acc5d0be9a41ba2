public import Logging

/// Keeps what is logged.
public final class RecordedLog: Sendable {
  /// A line of the log.
  public struct Entry: Sendable {
    /// How much it matters.
    public var level: Logger.Level
    /// Its words.
    public var message: String
    /// What is told beside them, as text.
    public var metadata: [String: String]
    /// The words and what is told beside them: `slow statement sql: SELECT 1`.
    public var line: String {
      let metadata = metadata.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      return "\(message) \(metadata)"
    }
  }

  private let kept = Shared<[Entry]>([])

  /// A log without lines.
  public init() {}

  /// The lines, in order.
  public var entries: [Entry] { kept.current }
  /// The lines since the last call, which are forgotten.
  public func take() -> [Entry] {
    kept.with { entries in
      defer { entries = [] }
      return entries
    }
  }
  /// The lines of one level.
  public func entries(_ level: Logger.Level) -> [Entry] { entries.filter { $0.level == level } }

  /// A logger that writes here, from a level on.
  public func logger(_ level: Logger.Level) -> Logger {
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
