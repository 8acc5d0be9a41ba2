import ORDA

/// The expectations of a program, and what came unexpectedly.
struct Script {
  let order: ScriptOrder
  private(set) var expectations: [Expectation] = []
  /// The place of the first expectation that is not met; all before it are.
  private var firstUnmet = 0
  /// How many expectations are about a step: each connection asks for several with every call.
  private var unmetSteps = 0
  /// Answers to whatever else comes, the newest last.
  private(set) var stubs: [Expectation] = []
  var otherwise: (@Sendable (ScriptedStatement) -> ScriptedAnswer?)?
  /// What came unexpectedly, and faults of the script itself.
  var faults: [String] = []
  var descriptions: [TableDescription] = []

  init(order: ScriptOrder) { self.order = order }

  mutating func expect(
    _ subject: Expectation.Subject, _ answer: ScriptedAnswer, times: Int, _ file: StaticString, _ line: UInt
  ) {
    expectations.append(
      Expectation(id: expectations.count, subject: subject, answer: answer, times: times, file: file, line: line))
    if case .step = subject, times > 0 { unmetSteps += 1 }
    passMet()
  }

  mutating func stub(_ pattern: StatementPattern, _ answer: ScriptedAnswer, _ file: StaticString, _ line: UInt) {
    stubs.append(
      Expectation(
        id: stubs.count, subject: .statement(pattern), answer: answer, times: 0, file: file, line: line))
  }

  /// The expectations not yet met.
  var unmet: [Expectation] { expectations.filter { !$0.isMet } }

  /// What may come now is among these; some of them may already be met.
  var current: ArraySlice<Expectation> {
    switch order {
    case .inOrder: expectations[firstUnmet...].prefix(1)
    case .inAnyOrder: expectations[firstUnmet...]
    }
  }

  mutating func use(_ expectation: Expectation) {
    expectations[expectation.id].used += 1
    if case .step = expectation.subject, expectations[expectation.id].isMet { unmetSteps -= 1 }
    passMet()
  }

  private mutating func passMet() {
    while firstUnmet < expectations.count, expectations[firstUnmet].isMet { firstUnmet += 1 }
  }

  /// The answer to a step; nil if nothing is said about it.
  mutating func answer(to step: ScriptedStep) -> ScriptedAnswer? {
    guard unmetSteps > 0, let expectation = current.first(where: { !$0.isMet && $0.isAbout(step) }) else { return nil }
    use(expectation)
    return expectation.answer
  }

  /// What will probably answer a text whose values are not known yet.
  ///
  /// - Returns: The answer, and the expectation that it uses up if it already fails now.
  func preview(_ sql: String, _ text: StatementText) -> (answer: ScriptedAnswer, failing: Expectation?)? {
    func isMeant(_ expectation: Expectation) -> Bool { expectation.pattern?.matchesText(sql, text) ?? false }
    if let next = current.first(where: { !$0.isMet && isMeant($0) }) {
      return (next.answer, next.answer.failsWhenPrepared ? next : nil)
    }
    if let stub = stubs.last(where: isMeant) { return (stub.answer, nil) }
    // Not yet: its turn may come before it runs.
    guard var later = expectations[firstUnmet...].first(where: { !$0.isMet && isMeant($0) })?.answer else { return nil }
    later.failsWhenPrepared = false
    return (later, nil)
  }
}
