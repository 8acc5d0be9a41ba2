internal import ORDAThreads

/// What a floor above keeps while a governor is open, such as live tables: it learns of the governor's end.
protocol GovernorCompanion: AnyObject, Sendable {
  /// The governor closes, or is gone; called once or more.
  func close()
}

/// The place of a governor's companion, which is made when it is first needed.
struct CompanionPlace: Sendable {
  private struct State {
    var companion: (any GovernorCompanion)?
    var isClosed = false
  }

  private let state = Lock(State())

  /// The companion; one made for a closed governor is closed at once.
  func companion<Companion: GovernorCompanion>(orMake make: () -> Companion) -> Companion {
    state.withLock { state in
      // By way of AnyObject, from which the cast is a comparison.
      if let known = (state.companion as AnyObject?) as? Companion { return known }
      let made = make()
      state.companion = made
      if state.isClosed { made.close() }
      return made
    }
  }

  /// The governor closes.
  func close() {
    let companion = state.withLock { state in
      state.isClosed = true
      return state.companion
    }
    companion?.close()
  }
}
