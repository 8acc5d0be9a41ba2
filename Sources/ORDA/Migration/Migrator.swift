/// Brings databases to the state that a program's steps describe, and reports their status.
///
/// Most programs only need `migrate(_:)`; this has the rest, for commands and maintenance.
///
/// **What is remembered.** One table, `orda_migrations`, has a row for each step that ran: its name, a sum of its
/// contents, when it ran, how long that took, and which version of the program ran it. Before anything is run the rows
/// are compared with the steps: a step that has changed since, one that is missing, one that would run too late, a
/// database that is newer than the program, and a half-done step are errors, each of its own kind, and then nothing is
/// run.
///
/// **Who runs.** Any number of programs may start at once. With ``Capability/transactionalDDL`` (SQLite) each step is
/// one transaction that reads the rows again once it keeps other writers out. Without it (MariaDB) the programs queue
/// for a named lock, and the step's own row is written and committed before its first statement: whoever finds such an
/// unfinished row runs nothing.
///
/// **What can be left behind.** With transactions: nothing. Without them a statement that fails, or a program that
/// dies, leaves what was done before, and the row says which statement was begun last. From then on every run is
/// refused with `migration.halfDone` until somebody has looked and called `resolve(_:as:)`.
///
/// **Foreign keys** are not enforced while a step runs in a transaction on SQLite, so that a table can be rewritten
/// without deleting what refers to it; they are checked before the step is committed. (Dropping a table in SQLite
/// deletes its rows, and so what refers to them, see "Making Other Kinds Of Table Schema Changes" in SQLite's page on
/// ALTER TABLE.)
public struct Migrator: Sendable {
  let governor: any Governor
  let steps: MigrationSteps
  var table: MigrationTable
  /// The name of the lock between programs; the lock's name doesn't contain the table's schema.
  let lockName: String
  /// The version of the program that a step's row names.
  public var program = ""
  /// How long to wait for other programs that are migrating the same database.
  public var timeout: Duration = .seconds(60)
  /// True if a step may run though a later one has run, for example after merging two branches.
  public var allowsGaps = false

  /// Steps for a database.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - steps: The steps, in order.
  ///   - table: The table in which the database remembers them.
  /// - Throws: ``DatabaseError`` of kind `misuse` for two steps with one name, and for a name that is empty or too
  ///   long.
  public init(
    _ governor: any Governor, _ steps: [Migration], table: TableName = "orda_migrations"
  ) throws(DatabaseError) {
    self.governor = governor
    self.steps = try MigrationSteps(steps, in: governor.dialect)
    self.table = MigrationTable(name: table)
    lockName = "orda.migrations.\(table)"
  }

  /// How the database writes SQL.
  public var language: DatabaseLanguage { governor.language }

  /// A step that was run, or undone.
  public struct Step: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// How long it took.
    public var duration: Duration
  }

  /// What a pending step will do.
  public struct Planned: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its statements; nil for a step in Swift.
    public var statements: [String]?
  }

  /// A step's status.
  public struct Status: Sendable, Hashable {
    /// The states of a step.
    public enum State: String, Sendable, Hashable, Codable {
      /// It has run.
      case applied
      /// It has not run yet.
      case pending
      /// It has run, with different contents. A repeatable one will run again.
      case changed
      /// It has run, and is not among the steps.
      case missing
      /// It is running, or was not finished.
      case halfDone
    }

    /// The step's name.
    public var name: String
    /// Its state.
    public var state: State
    /// When it began; nil if it has not.
    public var began: Instant?
    /// How long it took.
    public var duration: Duration?
    /// The version of the program that ran it.
    public var program: String?
  }
}
