import ORDA

/// What is expected of a program, and what came that was not.
struct Script {
  let order: ScriptOrder
  private(set) var expectations: [Expectation] = []
  /// Answers to whatever comes besides, the newest last.
  private(set) var stubs: [Expectation] = []
  var otherwise: (@Sendable (ScriptedStatement) -> ScriptedAnswer?)?
  /// What came that was not expected, and what is wrong with the script itself.
  var faults: [String] = []
  var descriptions: [TableDescription] = []

  init(order: ScriptOrder) { self.order = order }

  mutating func expect(
    _ subject: Expectation.Subject, _ answer: ScriptedAnswer, times: Int, _ file: StaticString, _ line: UInt
  ) {
    expectations.append(
      Expectation(id: expectations.count, subject: subject, answer: answer, times: times, file: file, line: line))
  }

  mutating func stub(_ pattern: StatementPattern, _ answer: ScriptedAnswer, _ file: StaticString, _ line: UInt) {
    stubs.append(
      Expectation(
        id: stubs.count, subject: .statement(pattern), answer: answer, times: 0, file: file, line: line))
  }

  /// What is still to come.
  var unmet: [Expectation] { expectations.filter { !$0.isMet } }

  /// What may come now.
  var current: [Expectation] {
    switch order {
    case .inOrder: expectations.first { !$0.isMet }.map { [$0] } ?? []
    case .inAnyOrder: unmet
    }
  }

  mutating func use(_ expectation: Expectation) { expectations[expectation.id].used += 1 }

  /// The answer to a step; nil where nothing is said of it.
  mutating func answer(to step: ScriptedStep) -> ScriptedAnswer? {
    guard let expectation = current.first(where: { $0.isAbout(step) }) else { return nil }
    use(expectation)
    return expectation.answer
  }

  /// What will probably answer a text, whose values are not known yet.
  func preview(_ sql: String, _ text: StatementText) -> Expectation? {
    func isMeant(_ expectation: Expectation) -> Bool { expectation.pattern?.matchesText(sql, text) ?? false }
    return expectations.first { !$0.isMet && isMeant($0) } ?? stubs.last(where: isMeant)
  }
}
