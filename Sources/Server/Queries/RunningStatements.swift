import ORDAThreads

/// The statements that run now, so that they can be stopped.
final class RunningStatements: Sendable {
  struct Statement: Sendable {
    let id: String
    let database: String
    let text: String
    let since: ContinuousClock.Instant
  }

  private struct Entry: Sendable {
    var statement: Statement
    var stop: @Sendable () -> Void
  }

  private struct State {
    var running: [String: Entry] = [:]
    var isStopping = false
  }

  private static let most = 64
  private let state = Lock(State())

  /// Runs a statement that can be stopped by its id: what it throws then is `cancelled`.
  ///
  /// - Parameter id: What the page calls it by; one of its own for nil.
  func run<R: Sendable>(
    _ text: String, on database: String, id: String?, _ work: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    let id = id.flatMap { $0.isEmpty || $0.utf8.count > 64 ? nil : $0 } ?? AccessToken().text
    let task = Task { try await work() }
    let statement = Statement(id: id, database: database, text: text, since: .now)
    let refusal = state.withLock { state -> Problem? in
      if state.isStopping { return Problem(.unavailable, "The server is about to end.") }
      if state.running.count >= Self.most { return Problem(.tooManyRequests, "\(Self.most) statements run already.") }
      if state.running[id] != nil { return Problem(.conflict, "A statement of this id runs already.") }
      state.running[id] = Entry(statement: statement) { task.cancel() }
      return nil
    }
    if let refusal {
      task.cancel()
      throw refusal
    }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Those that run on a database, the oldest first.
  func running(on database: String) -> [Statement] {
    state.withLock { $0.running.values.map(\.statement) }.filter { $0.database == database }.sorted {
      $0.since < $1.since
    }
  }

  /// Stops a statement on its server.
  ///
  /// - Returns: False if there is none of that id.
  func stop(_ id: String) -> Bool {
    let entry = state.withLock { $0.running[id] }
    entry?.stop()
    return entry != nil
  }

  /// Stops all, and runs no more.
  func end() {
    let entries = state.withLock { state in
      state.isStopping = true
      return Array(state.running.values)
    }
    for entry in entries { entry.stop() }
  }
}
