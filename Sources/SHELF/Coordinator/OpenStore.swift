internal import ORDAThreads

/// The store of a shelf, which is opened when it is first used: once, however many calls arrive at the same time.
final class OpenStore: Sendable {
  private enum Phase {
    case closed
    case opening([CheckedContinuation<Void, any Error>])
    case open(any ShelfStore, (any AnyObject & Sendable)?)
    case ended
  }

  private let phase = Lock(Phase.closed)
  private let make: @Sendable () async throws -> any ShelfStore
  private let heard: @Sendable (ShelfChange) -> Void

  /// - Parameters:
  ///   - make: Makes the store; everybody who waits gets its error, and later calls try again.
  ///   - heard: Is called with what others change.
  init(
    _ make: @escaping @Sendable () async throws -> any ShelfStore,
    heard: @escaping @Sendable (ShelfChange) -> Void
  ) {
    self.make = make
    self.heard = heard
  }

  /// The store; opens it.
  func store() async throws(ShelfError) -> any ShelfStore {
    while true {
      enum Step {
        case have(any ShelfStore)
        case open, wait, ended
      }
      let step = phase.withLock { phase -> Step in
        switch phase {
        case .open(let store, _): return .have(store)
        case .opening: return .wait
        case .ended: return .ended
        case .closed:
          phase = .opening([])
          return .open
        }
      }
      switch step {
      case .have(let store): return store
      case .open: return try await open()
      case .ended: throw .closed
      case .wait: try await wait()
      }
    }
  }

  private func open() async throws(ShelfError) -> any ShelfStore {
    var made: (any ShelfStore)?
    do {
      let store = try await make()
      made = store
      // Listen first: a change made before the first read is then reported, or read.
      let observation = try await store.observe(heard)
      let isOpen = finish(.open(store, observation))
      if isOpen { return store }
    } catch {
      let error = ShelfError(error)
      // If one task was cancelled, the next one tries for itself.
      if case .cancelled = error { _ = finish(.closed) } else { _ = finish(.closed, error) }
      await made?.close()
      throw error
    }
    await made?.close()
    throw .closed
  }

  /// Ends the opening; false if the shelf was closed meanwhile.
  private func finish(_ next: sending Phase, _ error: ShelfError? = nil) -> Bool {
    let (waiting, isTaken) = phase.withLock { phase -> ([CheckedContinuation<Void, any Error>], Bool) in
      guard case .opening(let waiting) = phase else { return ([], false) }
      phase = next
      return (waiting, true)
    }
    for continuation in waiting { continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    return isTaken
  }

  private func wait() async throws(ShelfError) {
    do {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isWaiting = phase.withLock { phase in
          guard case .opening(var waiting) = phase else { return false }
          waiting.append(continuation)
          phase = .opening(waiting)
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } catch { throw ShelfError(error) }
  }

  /// Closes the store, for good.
  func close() async {
    let (store, waiting) = phase.withLock { phase -> ((any ShelfStore)?, [CheckedContinuation<Void, any Error>]) in
      defer { phase = .ended }
      switch phase {
      case .open(let store, _): return (store, [])
      case .opening(let waiting): return (nil, waiting)
      case .closed, .ended: return (nil, [])
      }
    }
    for continuation in waiting { continuation.resume() }
    await store?.close()
  }

  var isClosed: Bool { phase.withLock { if case .ended = $0 { true } else { false } } }
}
