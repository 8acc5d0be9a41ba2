internal import ORDAThreads

/// Who may write which objects: one writer at a time for each id, in the order of arrival; different ids in parallel.
final class Turns: Sendable {
  private struct Waiting {
    /// How many of the ids are held by somebody who came before.
    var missing: Int
    let go: CheckedContinuation<Void, Never>?
  }

  private struct State {
    /// The tickets of those who have or want an id; the current holder is first.
    var queues: [ShelfId: [Int]] = [:]
    var waiting: [Int: Waiting] = [:]
    var lastTicket = 0
  }

  private let state = Lock(State())

  /// Runs a body while nobody else writes some objects.
  ///
  /// All ids are queued for at once, so that two who want the same ones never wait for each other.
  ///
  /// - Parameter ids: Each id once.
  func take<Output>(
    _ ids: [ShelfId], _ body: () async throws(ShelfError) -> Output
  ) async throws(ShelfError) -> Output {
    let ticket = await wait(ids)
    defer { give(back: ticket, ids) }
    return try await body()
  }

  private func wait(_ ids: [ShelfId]) async -> Int {
    // Usually nobody else is there, and nothing needs to be suspended.
    let ticket = state.withLock { state in
      guard ids.allSatisfy({ state.queues[$0] == nil }) else { return nil as Int? }
      return Self.queue(ids, nil, &state)
    }
    if let ticket { return ticket }
    nonisolated(unsafe) var taken = 0
    await withCheckedContinuation { (go: CheckedContinuation<Void, Never>) in
      let isFirst = state.withLock { state in
        taken = Self.queue(ids, go, &state)
        return state.waiting[taken] == nil
      }
      if isFirst { go.resume() }
    }
    return taken
  }

  /// Queues for the ids; if they are all free there is no need to wait.
  private static func queue(_ ids: [ShelfId], _ go: CheckedContinuation<Void, Never>?, _ state: inout State) -> Int {
    state.lastTicket += 1
    let ticket = state.lastTicket
    var missing = 0
    for id in ids {
      if state.queues[id, default: []].isEmpty == false { missing += 1 }
      state.queues[id, default: []].append(ticket)
    }
    if missing > 0 { state.waiting[ticket] = Waiting(missing: missing, go: go) }
    return ticket
  }

  private func give(back ticket: Int, _ ids: [ShelfId]) {
    let next = state.withLock { state in
      var next: [CheckedContinuation<Void, Never>] = []
      for id in ids {
        state.queues[id]?.removeFirst()
        guard let first = state.queues[id]?.first else {
          state.queues[id] = nil
          continue
        }
        guard var waiting = state.waiting[first] else { continue }
        waiting.missing -= 1
        state.waiting[first] = waiting.missing > 0 ? waiting : nil
        if waiting.missing == 0, let go = waiting.go { next.append(go) }
      }
      return next
    }
    for go in next { go.resume() }
  }
}
