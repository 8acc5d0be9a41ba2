import ORDA

extension Script {
  /// How many expectations a message lists.
  private static let shown = 5

  /// Explains that a statement is not expected, and what was expected instead.
  func explanation(of statement: ScriptedStatement, _ text: StatementText) -> String {
    "not expected: \(statement); " + reason(statement, text)
  }

  private func reason(_ statement: ScriptedStatement, _ text: StatementText) -> String {
    let current = current.filter { !$0.isMet }
    if current.isEmpty {
      return expectations.isEmpty ? "nothing is expected" : "all that was expected has come"
    }
    for expectation in current {
      guard let pattern = expectation.pattern, pattern.matchesText(statement.sql, text) else { continue }
      guard let index = pattern.differing(from: statement.values) else { continue }
      if pattern.values.count != statement.values.count {
        return "\(pattern.values.count) values were expected: \(expectation.description)"
      }
      let wanted = pattern.values[index]?.debugDescription ?? "anything"
      return "parameter \(index + 1) was expected to be \(wanted): \(expectation.description)"
    }
    if order == .inOrder {
      let isLater = unmet.dropFirst().contains { $0.pattern?.matchesText(statement.sql, text) ?? false }
      return (isLater ? "it is expected later, and now: " : "expected now: ") + current[0].description
    }
    let more = current.count > Self.shown ? "; and \(current.count - Self.shown) more" : ""
    return "expected: " + current.prefix(Self.shown).map(\.description).joined(separator: "; ") + more
  }

  /// Everything that is wrong now, a line each.
  var failures: [String] {
    faults
      + unmet.map { expectation in
        let count = expectation.used == 0 ? "" : ", more than \(expectation.used) of \(expectation.times) times"
        return "did not come\(count): \(expectation.description)"
      }
  }
}
