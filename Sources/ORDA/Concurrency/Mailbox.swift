internal import DequeModule
internal import ORDAThreads

/// Elements waiting for the reader of an asynchronous sequence, in bounded memory.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var waiting: Deque<Element> = []
    var readers: [UnsafeContinuation<Element?, Never>] = []
    var isEnded = false
  }

  private let state = Lock(State())
  private let capacity: Int
  /// Merges two elements when there are too many; without it the oldest is dropped.
  private let combine: (@Sendable (inout Element, Element) -> Void)?

  init(capacity: Int, combine: (@Sendable (inout Element, Element) -> Void)? = nil) {
    self.capacity = max(capacity, 1)
    self.combine = combine
  }

  func put(_ element: Element) {
    let reader: UnsafeContinuation<Element?, Never>? = state.withLock { state in
      if state.isEnded { return nil }
      if !state.readers.isEmpty { return state.readers.removeFirst() }
      if state.waiting.count < capacity {
        state.waiting.append(element)
      } else if let combine {
        combine(&state.waiting[state.waiting.count - 1], element)
      } else {
        state.waiting.removeFirst()
        state.waiting.append(element)
      }
      return nil
    }
    reader?.resume(returning: element)
  }

  /// The next element; nil after the end, and as soon as the task is cancelled.
  func next() async -> Element? {
    // Every resume comes after the lock was held; as in `WorkCancellation.order()`.
    defer { state.withLock { _ in } }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Element?, Never>) in
        let answer: Element?? = state.withLock { state in
          if Task.isCancelled { return .some(nil) }
          if let element = state.waiting.popFirst() { return element }
          if state.isEnded { return .some(nil) }
          state.readers.append(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Ends the reading, after the waiting elements were read.
  func end() {
    let readers = state.withLock { state in
      defer { state.readers = [] }
      state.isEnded = true
      return state.readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }
}
