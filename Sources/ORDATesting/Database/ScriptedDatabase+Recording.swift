extension ScriptedDatabase {
  /// Every request since the last ``forget()``, in order.
  public var calls: [ScriptedCall] { withRecord { $0.calls } }

  /// The statements that ran since the last ``forget()``, in order, with their values.
  public var statements: [ScriptedStatement] {
    calls.compactMap { if case .run(let statement) = $0.request { statement } else { nil } }
  }

  /// A line for each statement since the last ``forget()``, and for each beginning and end of a transaction: `["BEGIN",
  /// "INSERT INTO genre (name) VALUES (?) ['Jazz']", "COMMIT"]`.
  public var transcript: [String] { calls.compactMap(\.line) }

  /// The statements that were stopped while they ran, by cancelling or by a time limit.
  public var cancelled: [ScriptedStatement] { withRecord { $0.cancelled } }

  /// Forgets the requests so far. Expectations stay, and so does what came unexpectedly.
  public func forget() {
    withRecord {
      $0.calls = []
      $0.cancelled = []
    }
  }

  /// How many connections and prepared statements there are: both are 0 once all governors are closed.
  public var counts: ScriptedCounts { withRecord { $0.counts } }

  /// Records no calls from now on, for tests with very many.
  package func stopRecording() {
    withRecord {
      $0.keepsCalls = false
      $0.calls = []
    }
  }

  func note(_ request: ScriptedCall.Request, on connection: Int) { withRecord { $0.note(request, on: connection) } }
}
