import ORDA

/// Which statements an expectation is about.
struct StatementPattern: Sendable {
  enum Text: Sendable {
    case exact(String)
    case normalized(StatementText)
    /// Whatever a closure accepts; these words describe it.
    case any(@Sendable (ScriptedStatement) -> Bool)
  }

  let text: Text
  /// The values to be bound, nil for any; nil as a whole if no value matters.
  let values: [Value?]
  /// The text as given, or its description.
  let description: String

  init(_ sql: SQL, with given: [Value]?, matching: TextMatching, dialect: Dialect) throws(DatabaseError) {
    let written = sql.render(dialect)
    let normalized = StatementText(written, dialect: dialect)
    description = written.replacing("\u{1}", with: "?")
    text = matching == .exact ? .exact(description) : .normalized(normalized)
    values = try Self.values(of: normalized.parameters, bound: sql.bindings, given: given)
  }

  init(_ description: String, _ isMeant: @escaping @Sendable (ScriptedStatement) -> Bool) {
    self.description = description
    text = .any(isMeant)
    values = []
  }

  /// The expected values of the parameters: interpolated values for their marks, the given ones for the others.
  private static func values(
    of parameters: [StatementText.Parameter], bound: [(any ValueConvertible)?], given: [Value]?
  ) throws(DatabaseError) -> [Value?] {
    var bound = bound[...]
    var names: [String] = []
    var used = 0
    var values: [Value?] = []
    func value(_ index: Int) throws(DatabaseError) -> Value? {
      guard let given else { return nil }
      used = max(used, index + 1)
      guard index >= 0, index < given.count else {
        throw DatabaseError(.misuse, "there are fewer values than parameters")
      }
      return given[index]
    }
    var next = 0
    for parameter in parameters {
      switch parameter {
      case .marked: values.append(try bound.popFirst()??.value() ?? .null)
      case .next:
        values.append(try value(next))
        next += 1
      case .number(let number): values.append(try value(number - 1))
      case .named(let name):
        // The same name has the same value.
        let index = names.firstIndex(of: name) ?? names.count
        if index == names.count { names.append(name) }
        values.append(try value(index))
      }
    }
    if let given, used < given.count { throw DatabaseError(.misuse, "there are more values than parameters") }
    return values
  }

  /// True if a statement's text matches; does not call a closure.
  func matchesText(_ sql: String, _ normalized: StatementText) -> Bool {
    switch text {
    case .exact(let text): text == sql
    case .normalized(let text): text == normalized
    case .any: false
    }
  }

  func matches(_ statement: ScriptedStatement, _ normalized: StatementText) -> Bool {
    if case .any(let isMeant) = text { return isMeant(statement) }
    return matchesText(statement.sql, normalized) && differing(from: statement.values) == nil
  }

  /// The first parameter, counted from 0, that is bound to something else than expected; nil if there is none.
  func differing(from bound: [Value]) -> Int? {
    if values.count != bound.count { return min(values.count, bound.count) }
    return values.indices.first { index in values[index].map { $0 != bound[index] } ?? false }
  }
}
