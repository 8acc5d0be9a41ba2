import ORDATesting

extension TestClock {
  /// Lets the time pass as long as the body runs: a little of it whenever somebody waits for a moment of the next second.
  @discardableResult
  func running<R>(_ body: () async throws -> R) async rethrows -> R {
    let passing = Task.detached { [self] in
      while true {
        try await waitForWaiters(within: .seconds(1))
        advance(by: .milliseconds(20))
      }
    }
    defer { passing.cancel() }
    return try await body()
  }
}
