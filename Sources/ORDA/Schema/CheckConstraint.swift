/// A condition that every row of a table must meet.
public struct CheckConstraint: Sendable, Hashable, Codable {
  /// The constraint's name, or nil if it has none. Errors of kind `constraint.check` contain it, or the expression if
  /// SQLite reports that instead.
  public var name: String?
  /// The condition as SQL text, without the parentheses around it.
  public var expression: String
  /// The column that the condition was declared with, or nil if it belongs to the whole table.
  public var column: String?

  /// A condition, by default one of the whole table.
  public init(name: String? = nil, expression: String, column: String? = nil) {
    self.name = name
    self.expression = expression
    self.column = column
  }
}
