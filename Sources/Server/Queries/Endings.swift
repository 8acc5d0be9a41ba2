import ORDAThreads

/// Work that lasts as long as somebody reads it: it ends with the server.
final class Endings: Sendable {
  private struct State {
    var open: [Int: @Sendable () -> Void] = [:]
    var next = 0
    var isOver = false
  }

  private let most: Int
  private let state = Lock(State())

  init(most: Int) { self.most = most }

  /// Does the work; ``end()`` cancels it.
  ///
  /// - Throws: ``Problem`` where there is too much of it, and what the work throws.
  func run<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await work() }
    let number = state.withLock { state -> Int? in
      guard !state.isOver, state.open.count < most else { return nil }
      state.next += 1
      state.open[state.next] = { task.cancel() }
      return state.next
    }
    guard let number else {
      task.cancel()
      throw Problem(.tooManyRequests, "Too much of this goes on at once.")
    }
    defer { state.withLock { _ = $0.open.removeValue(forKey: number) } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels all, and lets nothing begin.
  func end() {
    let open = state.withLock { state in
      state.isOver = true
      return Array(state.open.values)
    }
    for cancel in open { cancel() }
  }
}
