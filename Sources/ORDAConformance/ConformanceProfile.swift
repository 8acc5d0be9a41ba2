public import ORDA

/// What no portable SQL can tell or do on a database, said by the author of its driver.
///
/// Everything has a default, so that a driver and a URL are enough to begin with. A case that needs what is not given is
/// not supported, and names what is missing.
public struct ConformanceProfile: Sendable {
  /// True where two governors of the subject's URL see the same database; false for one in the memory of a governor.
  public var governorsShareDatabase = true
  /// Options of a URL with which the wait for a lock is short, such as `busy-timeout=100ms`.
  public var shortLockWait: String?
  /// The subject's database, opened to read only.
  public var readOnlyURL: String?
  /// A URL of the same server with a user or a password that it refuses.
  public var wrongPasswordURL: String?
  /// A URL whose database is not there and is not made by opening it.
  public var missingDatabaseURL: String?
  /// The URL of a file that is there and is no database.
  public var notADatabaseURL: String?
  /// A statement that ends the connection on which it runs, such as `KILL CONNECTION_ID()`.
  public var connectionEndingSQL: SQL?
  /// A statement that fails, and with which the database rolls the open transaction back by itself. It is given the name
  /// of a table whose primary key `n` holds 1: `INSERT OR ROLLBACK INTO … (n) VALUES (1)` on SQLite.
  public var transactionEndingSQL: (@Sendable (String) -> SQL)?
  /// The SQLSTATE and the code of the database's own that errors of a kind bear, for any of the kinds that statements
  /// provoke: constraints, `noSuchTable`, `noSuchColumn`, `syntax`.
  public var errorCodes: [DatabaseError.Kind: ErrorCode]?
  /// What provokes errors that nothing portable does, by their kinds: `permission`, `full`, `io`, `outOfMemory`,
  /// `serialization`, `protocolViolation`, `constraint(.dataType)`, `constraint(.trigger)`.
  public var provocations: [DatabaseError.Kind: Provocation] = [:]
  /// What can be changed in a session, beside temporary tables: variables, settings, the current database, locks.
  public var sessionChanges: [SessionChange]?
  /// A query that takes minutes; where it is nil, the cross join of a table of 1,000 rows with itself is taken.
  public var slowQuery: SQL?

  /// What the database can't keep of ORDA's promises, by the names of the cases that fail for it, each with its reason:
  /// `["text.nul": "its texts hold no NUL"]`.
  ///
  /// Such a case is run, and is ``ConformanceOutcome/limited(_:)`` where it fails: no failure, and not passed either. Where it
  /// passes that is a failure, so that the list stays true.
  public var knownLimitations: [String: String] = [:]

  /// Work that ends in an error of some kind, and leaves nothing behind.
  public struct Provocation: Sendable {
    /// Options of the URL that the governor is opened by.
    public var options: String
    /// Does it, on a governor of the subject's URL with those options.
    public var provoke: @Sendable (any Governor) throws -> Void

    /// Work on a governor that is opened with options.
    public init(options: String = "", _ provoke: @escaping @Sendable (any Governor) throws -> Void) {
      self.options = options
      self.provoke = provoke
    }
  }

  /// Something that a statement can change in a session.
  public struct SessionChange: Sendable {
    /// A script that changes it, to another value than it mostly has.
    public var change: SQL
    /// A query of what it is.
    public var question: SQL

    /// A change and how it is seen.
    public init(_ change: SQL, seenBy question: SQL) {
      self.change = change
      self.question = question
    }
  }

  /// What a database gives an error beside its message.
  public struct ErrorCode: Sendable, Hashable {
    /// The five-character SQLSTATE; nil where the database gives none.
    public var sqlState: String?
    /// The database's own number; nil where it has none.
    public var vendorCode: Int?

    /// A code, of which either part may be missing.
    public init(sqlState: String? = nil, vendorCode: Int? = nil) {
      self.sqlState = sqlState
      self.vendorCode = vendorCode
    }
  }

  /// A profile of which nothing is known but that governors share their database.
  public init() {}
}
