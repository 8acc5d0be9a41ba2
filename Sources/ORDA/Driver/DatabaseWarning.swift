/// What a database warns of after a statement that succeeded: a value that was cut, a row that was passed over.
public struct DatabaseWarning: Sendable, Hashable, CustomStringConvertible {
  /// How much it matters.
  public enum Level: String, Sendable, Hashable {
    /// Nothing is lost: a table that `DROP TABLE IF EXISTS` did not find.
    case note
    /// Something is not as it was asked for.
    case warning
    /// Something failed, and the statement went on.
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
