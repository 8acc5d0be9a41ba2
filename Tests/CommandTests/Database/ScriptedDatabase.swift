import ORDA

@testable import Command

/// A database that notes what it is asked for, and gives what it was told to.
final class ScriptedDatabase: Database {
  /// Every statement in order, with `BEGIN`, `COMMIT` and `ROLLBACK`.
  var statements: [String] = []
  /// What was given for the parameters of ``run(_:_:columns:row:)``, by name where there is one.
  var arguments: [String] = []
  /// Rows that prepared statements were given; those of a transaction that was rolled back are gone.
  var stored: [[String]] = []
  /// What a statement gives.
  var columns: [String] = []
  var rows: [[Value]] = []
  var outcome = Outcome()
  var facts: [TableFacts] = []
  /// Asked before each row is stored.
  var refusal: ([String]) -> DatabaseError? = { _ in nil }

  var shownURL: String { "scripted:" }

  func quoted(_ identifier: String) -> String { "`\(identifier)`" }

  func run(
    _ sql: String, _ arguments: [ParameterValue], columns: ([String]) throws -> Void, row: ([Value]) throws -> Void
  ) throws -> Outcome {
    statements.append(sql)
    self.arguments += arguments.map { ($0.name.map { "\($0)=" } ?? "") + Self.text($0.value) }
    if !self.columns.isEmpty {
      try columns(self.columns)
      for values in rows { try row(values) }
    }
    return outcome
  }

  func prepare(_ sql: String) throws -> any PreparedStatement {
    statements.append(sql)
    return Statement(database: self)
  }

  func transaction(_ body: (any Database) throws -> Void) throws {
    statements.append("BEGIN")
    let before = stored
    do {
      try body(self)
      statements.append("COMMIT")
    } catch {
      statements.append("ROLLBACK")
      stored = before
      throw error
    }
  }

  func tables() throws -> [TableFacts] { facts }

  private struct Statement: PreparedStatement {
    let database: ScriptedDatabase

    func execute(_ values: [Value]) throws {
      let row = values.map { ScriptedDatabase.text($0) }
      if let error = database.refusal(row) { throw error }
      database.stored.append(row)
    }

    func rows(_ values: [Value]) throws -> [[Value]] { database.rows }
  }

  /// A value and its case, for comparing.
  static func text(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .int(let number): "int \(number)"
    case .double(let number): "double \(number)"
    case .text(let text): "'\(text)'"
    case .bytes(let bytes): "bytes \(bytes)"
    default: "\(value)"
    }
  }
}
