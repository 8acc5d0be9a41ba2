internal import ORDAThreads

/// The observers of changes, whoever made them.
final class Observers: Sendable {
  private struct Observer {
    /// The object it is about; nil for all.
    let id: ShelfId?
    /// Is called with what changed, and with nil when the shelf is closed.
    let call: @Sendable (ShelfChange?) -> Void
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    /// The numbers of the observers of one object, since there may be thousands of them.
    var byID: [ShelfId: Set<Int>] = [:]
    var forAll: Set<Int> = []
    var lastNumber = 0
    var isEnded = false
  }

  private let state = Lock(State())

  /// Adds an observer.
  ///
  /// - Returns: Its number; nil if the shelf was closed, and then it was called with nil.
  func add(_ id: ShelfId?, _ call: @escaping @Sendable (ShelfChange?) -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      guard !state.isEnded else { return nil }
      state.lastNumber += 1
      let number = state.lastNumber
      state.observers[number] = Observer(id: id, call: call)
      if let id { state.byID[id, default: []].insert(number) } else { state.forAll.insert(number) }
      return number
    }
    if number == nil { call(nil) }
    return number
  }

  func remove(_ number: Int) {
    let removed = state.withLock { state -> Observer? in
      guard let observer = state.observers.removeValue(forKey: number) else { return nil }
      state.forAll.remove(number)
      if let id = observer.id {
        state.byID[id]?.remove(number)
        if state.byID[id]?.isEmpty == true { state.byID[id] = nil }
      }
      return observer
    }
    withExtendedLifetime(removed) {}
  }

  /// Calls the observers concerned, one after another.
  func tell(_ change: ShelfChange) {
    let calls = state.withLock { state in
      var numbers = state.forAll
      switch change {
      case .everything: numbers = Set(state.observers.keys)
      case .objects(let ids):
        if !state.byID.isEmpty { for id in ids { numbers.formUnion(state.byID[id] ?? []) } }
      }
      return numbers.sorted().compactMap { state.observers[$0]?.call }
    }
    for call in calls { call(change) }
  }

  /// Tells all observers that nothing more will come.
  func end() {
    let calls = state.withLock { state in
      let calls = state.observers.values.map(\.call)
      state = State(isEnded: true)
      return calls
    }
    for call in calls { call(nil) }
  }
}
