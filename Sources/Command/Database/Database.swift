import ORDA

/// What the command asks of a database.
///
/// The seam between the command and ORDA's interface: everything that talks to a database goes through it, and tests
/// put a database of their own in its place.
protocol Database {
  /// The URL as it may be shown, its password masked.
  var shownURL: String { get }

  /// Quotes a name that is not known to be harmless.
  func quoted(_ identifier: String) -> String

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - columns: Gets the columns' names, before any row; not called where the statement gives no rows.
  ///   - row: Gets each row's values.
  func run(
    _ sql: String, _ arguments: [ParameterValue], columns: ([String]) throws -> Void, row: ([Value]) throws -> Void
  ) throws -> Outcome

  /// Prepares a statement to be executed many times; it is good until the end of the transaction around it.
  func prepare(_ sql: String) throws -> any PreparedStatement

  /// Commits where the body returns, rolls back where it throws.
  func transaction(_ body: (any Database) throws -> Void) throws

  /// The tables and views, by name.
  func tables() throws -> [TableFacts]
}

/// A statement that was prepared.
protocol PreparedStatement {
  /// Executes it with a value for each parameter.
  func execute(_ values: [Value]) throws

  /// Executes it and gives all rows.
  func rows(_ values: [Value]) throws -> [[Value]]
}

/// What a statement did.
struct Outcome: Equatable {
  /// How many rows it changed; nil for one that only reads.
  var changed: Int?
  /// The key that the database made.
  var lastID: Int64?
}

/// What `orda tables` shows of a table.
struct TableFacts: Equatable {
  struct Column: Equatable {
    var name: String
    var type: String
    var isNullable: Bool
    var isKey: Bool
  }

  var name: String
  var kind: String
  var columns: [Column]
}

extension Database {
  /// Runs a statement whose rows, if any, don't matter.
  @discardableResult
  func execute(_ sql: String, _ arguments: [ParameterValue] = []) throws -> Outcome {
    try run(sql, arguments, columns: { _ in }, row: { _ in })
  }
}
