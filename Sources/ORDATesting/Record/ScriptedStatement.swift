public import ORDA

/// A statement that ran on a scripted database, or is about to.
public struct ScriptedStatement: Sendable, Hashable, CustomStringConvertible {
  /// The text as a driver is given it: every parameter is written `?`.
  public let sql: String
  /// The values that are bound, in the order of the text.
  public let values: [Value]
  /// What sort of statement it is, by its first word.
  public let keyword: StatementKeyword
  /// The connection that it runs on, counted from 1 in the order of their opening.
  public let connection: Int
  /// True inside a transaction.
  public let isInTransaction: Bool

  /// `INSERT INTO genre (name) VALUES (?) ['Jazz']`
  public var description: String { values.isEmpty ? sql : "\(sql) \(values)" }
}
