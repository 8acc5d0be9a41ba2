/// Something that one database supports and another doesn't; a program checks for it before it relies on it.
///
/// A struct, not an enum, so that a driver can have capabilities of its own.
public struct Capability: Hashable, Sendable, CustomStringConvertible {
  /// The name, one lower-camel-case word.
  public let name: String
  /// A capability by its name.
  public init(name: String) { self.name = name }
  /// The name.
  public var description: String { name }

  // MARK: Transactions

  /// CREATE, ALTER and DROP can be rolled back; otherwise they would commit, so ORDA refuses them in a transaction.
  public static let transactionalDDL = Capability(name: "transactionalDDL")
  /// A transaction can be nested in another.
  public static let savepoints = Capability(name: "savepoints")
  /// The database itself refuses writes in a transaction that was opened to read.
  public static let readOnlyTransactions = Capability(name: "readOnlyTransactions")
  /// `SELECT … FOR UPDATE` keeps rows as they are for the rest of the transaction; without it, a transaction that
  /// writes has the whole database to itself.
  public static let rowLocks = Capability(name: "rowLocks")
  /// Readers continue while another connection writes.
  public static let concurrentReaders = Capability(name: "concurrentReaders")

  // MARK: Statements

  /// Another statement may run on a connection while rows of the first are still being read. Programs may do this
  /// everywhere: without the capability only the next row is requested from a connection with an open result, and ORDA
  /// keeps the rest of the rows in memory before another statement runs. It keeps no more than 64 MiB; beyond that the
  /// other statement fails with `misuse`.
  public static let interleaving = Capability(name: "interleaving")
  /// INSERT, UPDATE and DELETE can return rows.
  public static let returning = Capability(name: "returning")
  /// One statement can return several results.
  public static let multipleResults = Capability(name: "multipleResults")
  /// A list of values is bound as one parameter, by `\(list:)`; `\(in:)` always binds each value separately.
  public static let lists = Capability(name: "lists")
  /// The database knows `:name` itself; otherwise ORDA translates names, so programs need not check.
  public static let namedParameters = Capability(name: "namedParameters")
  /// A batch of parameters goes to the database in one call.
  public static let arrayBinding = Capability(name: "arrayBinding")
  /// A running statement can be stopped from another thread.
  public static let cancellation = Capability(name: "cancellation")
  /// The database itself stops a statement that runs too long, besides ORDA, which always cancels it.
  public static let statementTimeout = Capability(name: "statementTimeout")
  /// A result's column includes its table and its name there.
  public static let columnOrigins = Capability(name: "columnOrigins")

  // MARK: Schema and changes

  /// The room that deleted rows have left can be freed, by `compact(_:)`.
  public static let compaction = Capability(name: "compaction")
  /// SQL can call functions of the program's own, which `addFunction` adds.
  public static let addedFunctions = Capability(name: "addedFunctions")
  /// Columns can be added to and dropped from an existing table, and tables and columns renamed.
  public static let alteringTables = Capability(name: "alteringTables")
  /// References to other tables are enforced, with their actions.
  public static let foreignKeys = Capability(name: "foreignKeys")
  /// CHECK constraints are enforced, not only parsed.
  public static let checkConstraints = Capability(name: "checkConstraints")
  /// A query can be stored under a name, and read like a table.
  public static let views = Capability(name: "views")
  /// `CREATE TEMPORARY TABLE` makes a table that only one connection sees, inside `withConnection`.
  public static let temporaryTables = Capability(name: "temporaryTables")
  /// Columns can be computed from others.
  public static let generatedColumns = Capability(name: "generatedColumns")
  /// The database reports which tables a query reads, so that `follow` need not be told.
  public static let tablesRead = Capability(name: "tablesRead")
  /// The driver can report which rows changed, after commit.
  public static let changeEvents = Capability(name: "changeEvents")
}

/// What a driver's database supports.
public typealias Capabilities = Set<Capability>
