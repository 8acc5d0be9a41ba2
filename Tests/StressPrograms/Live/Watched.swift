import Logging
import ORDA
internal import ORDAThreads
import Observation

/// An entry whose announced values are looked at: none may be one that was rolled back.
final class Watched: Sendable {
  let entry: TableEntry
  private let noticed: @Sendable (String?) -> Void

  /// - Parameter noticed: Told of each notice, and what is wrong with it.
  init(_ entry: TableEntry, _ noticed: @escaping @Sendable (String?) -> Void) {
    self.entry = entry
    self.noticed = noticed
    track()
  }

  private func track() {
    withObservationTracking {
      _ = (entry["n"] as Value, entry["word"] as Value)
    } onChange: { [weak self] in
      guard let self else { return }
      var fault: String?
      if case .int(let number) = entry["n"] as Value, number < 0 { fault = "\(entry.key) became \(number)" }
      if case .text("undone") = entry["word"] as Value { fault = "\(entry.key) became undone" }
      noticed(fault)
      track()
    }
  }
}

/// Counts the statements that write, by what the governor logs of all.
final class WriteCounter: Sendable {
  private let writes = Lock(0)

  var count: Int { writes.withLock { $0 } }

  var configuration: GovernorConfiguration {
    var logger = Logger(label: "stress") { _ in Handler(counter: self) }
    logger.logLevel = .trace
    return GovernorConfiguration(logger: logger)
  }

  private func note(_ sql: String) {
    if ["UPDATE", "INSERT", "DELETE"].contains(where: sql.hasPrefix) { writes.withLock { $0 += 1 } }
  }

  private struct Handler: LogHandler {
    let counter: WriteCounter
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      if event.level == .trace, let sql = event.metadata?["sql"] { counter.note("\(sql)") }
    }
  }
}
