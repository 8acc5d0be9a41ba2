public import ORDA

/// A statement that ran on a scripted database, or is about to.
public struct ScriptedStatement: Sendable, Hashable, CustomStringConvertible {
  /// The text that a driver gets: every parameter is written `?`.
  public let sql: String
  /// The values that are bound, in the order of the text.
  public let values: [Value]
  /// The sort of statement, by its first word.
  public let keyword: StatementKeyword
  /// The connection that runs it, counted from 1 in the order of opening.
  public let connection: Int
  /// True inside a transaction.
  public let isInTransaction: Bool

  /// `INSERT INTO genre (name) VALUES (?) ['Jazz']`
  public var description: String { values.isEmpty ? sql : "\(sql) \(values)" }
}
