/// A step in the life of a database's schema: done once on each database, in order, and remembered there.
///
/// ```swift
/// let steps = [
///   Migration("add notes") { db in try db.add(ColumnDefinition("notes", .text), to: "track") },
///   Migration("index notes", sql: "CREATE INDEX track_notes ON track (notes)", down: "DROP INDEX track_notes"),
/// ]
/// try db.migrate(steps)
/// ```
///
/// A database remembers a step by its name: once it has run anywhere it keeps its name, its contents and its place.
/// Make further changes in another step. ``folder(_:for:)`` reads steps that are kept as files.
///
/// A step runs in a transaction of its own if the database has ``Capability/transactionalDDL`` and ``isTransactional``
/// is true; then it is done as a whole or not at all. Otherwise each of its statements stands by itself: ``Migrator``
/// explains how to continue after a step that failed half-way.
public struct Migration: Sendable {
  /// What to run, in Swift or SQL.
  enum Content: Sendable {
    case swift(version: String, @Sendable (any SQLExecutor) throws -> Void)
    case script(MigrationScript)
  }

  /// The step's name; up to 250 characters.
  public let name: String
  /// True for a step that runs after all others, and again whenever its text has changed: for views and the like.
  public let isRepeatable: Bool
  /// False for what a database refuses in a transaction, such as SQLite's VACUUM.
  public var isTransactional = true
  let up: Content
  let down: Content?

  /// A step in Swift.
  ///
  /// - Parameters:
  ///   - name: The step's name.
  ///   - version: Change it with what the closure does: a database on which another version ran is reported.
  ///   - up: Receives a transaction, or a connection if the step has none. It may run more than once, on several
  ///     databases or after a failure, and must change nothing but the database.
  ///   - down: Undoes the step; nil if nothing can.
  public init(
    _ name: String, version: String = "1", _ up: @escaping @Sendable (any SQLExecutor) throws -> Void,
    down: (@Sendable (any SQLExecutor) throws -> Void)? = nil
  ) {
    self.init(
      name, up: .swift(version: version, up), down: down.map { .swift(version: version, $0) }, isRepeatable: false)
  }

  /// A step in SQL, with any number of statements.
  ///
  /// - Parameters:
  ///   - name: The step's name.
  ///   - sql: The statements. A first line `-- no transaction` has the meaning of ``isTransactional``.
  ///   - down: Undoes the step; nil if nothing can.
  public init(_ name: String, sql: SQL, down: SQL? = nil) {
    self.init(
      name, up: .script(MigrationScript(sql)), down: down.map { .script(MigrationScript($0)) }, isRepeatable: false)
  }

  /// A step that runs after all others, and again whenever its text has changed.
  ///
  /// - Parameters:
  ///   - name: The step's name.
  ///   - sql: The statements, which must work whether or not they were run before: `CREATE OR REPLACE VIEW`, or `DROP
  ///     VIEW IF EXISTS` first.
  public static func repeatable(_ name: String, sql: SQL) -> Migration {
    Migration(name, up: .script(MigrationScript(sql)), down: nil, isRepeatable: true)
  }

  init(_ name: String, up: Content, down: Content?, isRepeatable: Bool) {
    self.name = name
    self.up = up
    self.down = down
    self.isRepeatable = isRepeatable
    if case .script(let script) = up { isTransactional = script.isTransactional }
  }

  /// Shows whether the step is the one that ran.
  func checksum(in dialect: Dialect) -> String {
    switch up {
    case .swift(let version, _): "version:\(version)"
    case .script(let script): script.checksum(in: dialect)
    }
  }
}
