/// A database's warning after a statement that succeeded: a value that was cut, a row that was skipped.
public struct DatabaseWarning: Sendable, Hashable, CustomStringConvertible {
  /// How much it matters.
  public enum Level: String, Sendable, Hashable {
    /// Nothing is lost: a table that `DROP TABLE IF EXISTS` did not find.
    case note
    /// Something differs from what was requested.
    case warning
    /// Something failed, and the statement continued.
    case error
  }

  /// How much it matters.
  public let level: Level
  /// The database's own number: MariaDB's errno.
  public let code: Int
  /// The database's words. They may quote values of the statement.
  public let message: String

  /// A warning.
  public init(level: Level, code: Int, message: String) {
    self.level = level
    self.code = code
    self.message = message
  }

  /// `warning 1265: Data truncated for column 'a' at row 1`
  public var description: String { "\(level.rawValue) \(code): \(message)" }
}
