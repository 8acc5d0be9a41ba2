/// A difference of a database from its wanted state, in words and as SQL.
///
/// ```swift
/// for difference in try db.schema().differences(from: wanted, in: db.language) {
///   print(difference)
///   for statement in difference.statements { print(statement + ";") }
/// }
/// ```
public struct SchemaDifference: Sendable, Hashable, Codable {
  /// The ways to differ.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// It should be there.
    case missing
    /// It should not be there.
    case extra
    /// It should be different.
    case different
  }

  /// What can differ.
  public enum Part: String, Sendable, Hashable, Codable {
    /// A table as a whole.
    case table
    /// A view.
    case view
    /// What distinguishes a table from an ordinary one, ``TableDescription/Attributes``.
    case attributes
    /// A column.
    case column
    /// The primary key.
    case primaryKey
    /// Columns that hold no combination of values twice.
    case uniqueConstraint
    /// A reference to another table.
    case foreignKey
    /// An index.
    case index
    /// A condition.
    case checkConstraint
    /// A trigger, of which only the name is known.
    case trigger
  }

  /// The table or view.
  public var table: String
  /// The part that differs.
  public var part: Part
  /// How it differs.
  public var kind: Kind
  /// The name of the column, the index or the trigger; the columns of a key; the text of a condition; nil for a table.
  public var name: String?
  /// What is and what should be: `the column seconds is INT and should be BIGINT`.
  public var words: String
  /// The statements that correct it, in order; if there are none, ``obstacle`` says why.
  ///
  /// They are made from descriptions: nothing is renamed, and the values of a dropped column are lost.
  public var statements: [String]
  /// Why there are no statements; nil if there are some, or another difference of the table has them.
  public var obstacle: String?
}

extension SchemaDifference: CustomStringConvertible {
  /// `track: the column seconds is missing`, and the obstacle after a semicolon.
  public var description: String { "\(table): \(words)" + (obstacle.map { "; \($0)" } ?? "") }
}

extension DatabaseDescription {
  /// The differences of this database from its wanted state, in an order in which the statements can be run.
  ///
  /// Two databases of one driver can be compared. Names and SQL are compared as the database reads them: quotes,
  /// spaces, comments and the case of unquoted words don't count. The order of columns, the names of constraints that
  /// are not indexes, and the definers of views are not compared.
  ///
  /// - Parameters:
  ///   - wanted: The wanted state.
  ///   - language: How the database writes SQL.
  public func differences(from wanted: DatabaseDescription, in language: DatabaseLanguage) -> [SchemaDifference] {
    SchemaComparison(language: language).differences(of: self, from: wanted)
  }
}
