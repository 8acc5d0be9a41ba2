import ORDAThreads

/// Lets imports into one database come one after another.
///
/// SQLite has one writer, and on servers two imports into the same table could each wait for a row of the other.
final class ImportTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Those that were cancelled before they waited.
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Lock(State())

  /// Does the work when it is its turn.
  ///
  /// - Throws: What the work throws, and `CancellationError` where the task is cancelled before.
  func run<R: Sendable>(_ work: @Sendable () async throws -> R) async throws -> R {
    try await turn()
    defer { pass() }
    return try await work()
  }

  private func turn() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          guard state.isTaken else {
            state.isTaken = true
            return .success(())
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.waiting.remove(at: place).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
    // Cancelled after its turn had come: nobody else looks for it.
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  private func pass() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
