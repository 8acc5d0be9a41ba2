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
/// What a step is called is what a database remembers of it: once it has run anywhere it keeps its name, its contents and its
/// place. What is to be otherwise is another step. Steps that are kept as files are read by ``folder(_:for:)``.
///
/// A step runs in a transaction of its own where the database has ``Capability/transactionalDDL`` and
/// ``isTransactional`` is true; it is done whole then, or not at all. Elsewhere each of its statements stands by itself:
/// ``Migrator`` tells how a step that failed half-way is gone on with.
public struct Migration: Sendable {
  /// What is run, by Swift or by SQL.
  enum Content: Sendable {
    case swift(version: String, @Sendable (any SQLExecutor) throws -> Void)
    case script(MigrationScript)
  }

  /// What the step is called; up to 250 characters.
  public let name: String
  /// True of a step that is run after all others, and again whenever its text has changed: for views and the like.
  public let isRepeatable: Bool
  /// False for what a database refuses in a transaction, such as SQLite's VACUUM.
  public var isTransactional = true
  let up: Content
  let down: Content?

  /// A step in Swift.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - version: To be changed with what the closure does: a database on which another version ran is told of.
  ///   - up: Is lent a transaction, or a connection where the step has none. It may run more than once, on databases or after a
  ///     failure, and changes nothing but the database.
  ///   - down: What undoes it; nil where nothing can.
  public init(
    _ name: String, version: String = "1", _ up: @escaping @Sendable (any SQLExecutor) throws -> Void,
    down: (@Sendable (any SQLExecutor) throws -> Void)? = nil
  ) {
    self.init(
      name, up: .swift(version: version, up), down: down.map { .swift(version: version, $0) }, isRepeatable: false)
  }

  /// A step in SQL, of any number of statements.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - sql: What it does. A first line `-- no transaction` has the meaning of ``isTransactional``.
  ///   - down: What undoes it; nil where nothing can.
  public init(_ name: String, sql: SQL, down: SQL? = nil) {
    self.init(
      name, up: .script(MigrationScript(sql)), down: down.map { .script(MigrationScript($0)) }, isRepeatable: false)
  }

  /// A step that is run after all others, and again whenever its text has changed.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - sql: What it does, whether or not it was run before: `CREATE OR REPLACE VIEW`, or `DROP VIEW IF EXISTS` before it.
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

  /// What tells whether the step is the one that ran.
  func checksum(in dialect: Dialect) -> String {
    switch up {
    case .swift(let version, _): "version:\(version)"
    case .script(let script): script.checksum(in: dialect)
    }
  }
}
