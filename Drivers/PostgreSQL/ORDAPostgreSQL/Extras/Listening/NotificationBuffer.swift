internal import ORDAThreads

/// What was heard and not read yet, and who waits for it.
final class NotificationBuffer: Sendable {
  private struct State {
    var events: [PostgreSQL.NotificationEvent] = []
    /// How many of them were read.
    var read = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<PostgreSQL.NotificationEvent?, Never>)] = []
    var lastNumber = 0
    var isEnded = false
  }

  private let capacity: Int
  private let state = Lock(State())

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an event; if there are too many, one takes the place of all.
  func add(_ event: PostgreSQL.NotificationEvent) {
    let waiting = state.withLock { state in
      if state.isEnded { return nil as CheckedContinuation<PostgreSQL.NotificationEvent?, Never>? }
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      if state.events.count - state.read >= capacity {
        state.events = [.missed("more than \(capacity) notifications were waiting to be read")]
        state.read = 0
      } else if state.read > capacity {
        state.events.removeFirst(state.read)
        state.read = 0
      }
      state.events.append(event)
      return nil
    }
    waiting?.resume(returning: event)
  }

  /// The next event; nil at the end, or once the task is cancelled.
  func next() async -> PostgreSQL.NotificationEvent? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: PostgreSQL.NotificationEvent?? = state.withLock { state in
          if state.read < state.events.count {
            state.read += 1
            return state.events[state.read - 1]
          }
          if state.isEnded { return .some(nil) }
          state.waiting.append((number, continuation))
          return nil
        }
        if let ready {
          continuation.resume(returning: ready)
        } else if Task.isCancelled {
          // It may have been cancelled before it waited.
          cancel(number)
        }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let continuation = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
    }
    continuation?.resume(returning: nil)
  }

  /// Nothing more comes.
  func end() {
    let waiting = state.withLock { state in
      state.isEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.continuation.resume(returning: nil) }
  }
}
