import ORDA

/// An expected call, and its answer.
struct Expectation: Sendable {
  enum Subject: Sendable {
    case statement(StatementPattern)
    case step(ScriptedStep)
  }

  let id: Int
  let subject: Subject
  let answer: ScriptedAnswer
  /// How often it must come.
  let times: Int
  var used = 0
  /// Its place in the test.
  let file: StaticString
  let line: UInt

  var isMet: Bool { used >= times }

  var pattern: StatementPattern? { if case .statement(let pattern) = subject { pattern } else { nil } }

  func isAbout(_ step: ScriptedStep) -> Bool { if case .step(step) = subject { true } else { false } }

  /// `INSERT INTO genre (name) VALUES (?) ['Jazz'] (MusicTests/GenreTests.swift:12)`
  var description: String {
    let what =
      switch subject {
      case .step(let step): step.description
      case .statement(let pattern):
        pattern.values.contains { $0 != nil }
          ? "\(pattern.description) [\(pattern.values.map { $0?.debugDescription ?? "any" }.joined(separator: ", "))]"
          : pattern.description
      }
    return "\(what) (\(file):\(line))"
  }
}
