import ORDA
internal import ORDAThreads

extension ConformanceCase {
  /// Runs the case, for no longer than the subject's time limit plus the time to clean up.
  ///
  /// Eight run at once; the others wait for their turn, which does not count. So all may be begun together, as a
  /// parameterized test does, and each still has the time limit for itself and not for the crowd.
  public func run(on subject: ConformanceSubject) async -> ConformanceOutcome {
    await CaseTurns.shared.take()
    let outcome = await runAtOnce(on: subject)
    await CaseTurns.shared.giveBack()
    return outcome
  }

  private func runAtOnce(on subject: ConformanceSubject) async -> ConformanceOutcome {
    let execution = CaseExecution(self, subject)
    await waits(for: subject.timeLimit) {
      await execution.perform()
    } otherwise: {
      execution.expire("not finished after \(subject.timeLimit)")
    }
    let patience = max(CaseExecution.patience, subject.timeLimit)
    await waits(for: patience) {
      await execution.cleanUp()
    } otherwise: {
      execution.note("closing and cleaning up not finished after \(patience)")
    }
    guard let reason = subject.profile.knownLimitations[name] else { return execution.outcome }
    return limited(execution.outcome, reason)
  }

  /// The outcome of a case that the profile lists as a known limitation.
  private func limited(_ outcome: ConformanceOutcome, _ reason: String) -> ConformanceOutcome {
    switch outcome {
    case .failed: .limited(reason)
    case .passed:
      .failed([
        ConformanceFailure(
          "it passes, though the profile has it as a known limitation (\(reason)); take it out there", location)
      ])
    case .limited, .notSupported: outcome
    }
  }
}

/// A running case: opens, runs the body, and cleans up whatever the outcome.
private final class CaseExecution: Sendable {
  /// The time allowed for closing and dropping the tables, unless the case has a longer time limit.
  static let patience: Duration = .seconds(20)

  private struct State {
    var run: ConformanceRun?
    var reason: ConformanceOutcome.Reason?
    var failures: [ConformanceFailure] = []
    /// True if the time was over: what the body does after that does not count.
    var isExpired = false
  }

  private let testCase: ConformanceCase
  private let subject: ConformanceSubject
  private let state = Lock(State())

  init(_ testCase: ConformanceCase, _ subject: ConformanceSubject) {
    self.testCase = testCase
    self.subject = subject
  }

  /// The outcome so far; a failure takes precedence over a reason.
  var outcome: ConformanceOutcome {
    let (run, reason, own) = state.withLock { ($0.run, $0.reason, $0.failures) }
    let failures = (run?.failures ?? []) + own
    if !failures.isEmpty { return .failed(failures) }
    return reason.map { .notSupported($0) } ?? .passed
  }

  func note(_ message: String) {
    let failure = ConformanceFailure(message, testCase.location)
    state.withLock { $0.failures.append(failure) }
  }

  /// Notes that the time was over.
  func expire(_ message: String) {
    note(message)
    state.withLock { $0.isExpired = true }
  }

  /// Notes an error that escaped from the body.
  private func noteError(_ message: String) {
    if !state.withLock({ $0.isExpired }) { note(message) }
  }

  func perform() async {
    do {
      let run = try await onThread { [subject] in try ConformanceRun(subject) }
      state.withLock { $0.run = run }
      if let missing = testCase.needs.filter({ !run.capabilities.contains($0) }).min(by: { $0.name < $1.name }) {
        return set(.lacks(missing))
      }
      if let without = testCase.without, run.capabilities.contains(without) { return set(.has(without)) }
      switch testCase.body {
      case .sync(let body): try await onThread { try body(run) }
      case .async(let body): try await body(run)
      }
    } catch is CaseStopped {
    } catch let error as NotSupported {
      set(.profile(error.reason))
    } catch {
      noteError("threw \(error)")
    }
  }

  private func set(_ reason: ConformanceOutcome.Reason) { state.withLock { $0.reason = reason } }

  func cleanUp() async {
    guard let run = state.withLock({ $0.run }) else { return }
    do {
      try await onThread { try run.cleanUp() }
    } catch {
      note("could not clean up: \(error)")
    }
  }
}

extension ConformanceRun {
  /// Closes the governors, and drops the tables.
  func cleanUp() throws {
    let (governors, tables, cleanUps) = state.withLock { ($0.governors, $0.tables, $0.cleanUps) }
    for governor in governors.dropFirst() { try governor.close(within: .zero) }
    defer { try? db.close(within: .zero) }
    // What a governor keeps to itself disappears with it.
    guard profile.governorsShareDatabase, !(tables.isEmpty && cleanUps.isEmpty) else { return }
    if db.statistics.active == 0, (try? remove(tables, cleanUps, on: db)) != nil { return }
    try db.close(within: .zero)
    let fresh = try registry.open(subject.url, configuration: subject.configuration)
    defer { try? fresh.close(within: .zero) }
    try remove(tables, cleanUps, on: fresh)
  }

  private func remove(
    _ tables: [String], _ cleanUps: [@Sendable (any Governor) throws -> Void], on governor: any Governor
  ) throws {
    for cleanUp in cleanUps.reversed() { try cleanUp(governor) }
    for table in tables.reversed() {
      do {
        try governor.execute("DROP TABLE \(identifier: table)")
      } catch .noSuchTable {}
    }
  }
}
