public import ORDA

/// What no portable SQL can find out or do on a database, supplied by the author of its driver.
///
/// Everything has a default, so a driver and a URL are enough to begin with. A case that needs something missing is not
/// supported, and names it.
public struct ConformanceProfile: Sendable {
  /// True if two governors of the subject's URL see the same database; false for one in a governor's memory.
  public var governorsShareDatabase = true
  /// URL options that make the wait for a lock short, such as `busy-timeout=100ms`.
  public var shortLockWait: String?
  /// The subject's database, opened read-only.
  public var readOnlyURL: String?
  /// A URL of the same server with a user or a password that it refuses.
  public var wrongPasswordURL: String?
  /// A URL whose database does not exist and is not made by opening it.
  public var missingDatabaseURL: String?
  /// The URL of an existing file that is not a database.
  public var notADatabaseURL: String?
  /// A statement that ends its own connection, such as `KILL CONNECTION_ID()`.
  public var connectionEndingSQL: SQL?
  /// A statement that fails, and makes the database roll the open transaction back by itself. It gets the name of a
  /// table whose primary key `n` holds 1: `INSERT OR ROLLBACK INTO … (n) VALUES (1)` on SQLite.
  public var transactionEndingSQL: (@Sendable (String) -> SQL)?
  /// The SQLSTATE and the database's own code of errors of a kind, for any of the kinds that statements provoke:
  /// constraints, `noSuchTable`, `noSuchColumn`, `syntax`.
  public var errorCodes: [DatabaseError.Kind: ErrorCode]?
  /// Ways to provoke errors that nothing portable provokes, by their kinds: `permission`, `full`, `io`, `outOfMemory`,
  /// `serialization`, `protocolViolation`, `constraint(.dataType)`, `constraint(.trigger)`.
  public var provocations: [DatabaseError.Kind: Provocation] = [:]
  /// What can be changed in a session, besides temporary tables: variables, settings, the current database, locks.
  public var sessionChanges: [SessionChange]?
  /// A query that takes minutes; nil for the cross join of a table of 1,000 rows with itself.
  public var slowQuery: SQL?

  /// The promises of ORDA that the database can't keep, by the names of the cases that fail for it, each with its
  /// reason: `["text.nul": "its texts hold no NUL"]`.
  ///
  /// Such a case is run. If it fails its outcome is ``ConformanceOutcome/limited(_:)``: neither failed nor passed. If
  /// it passes, that is a failure, so that the list stays true.
  public var knownLimitations: [String: String] = [:]

  /// Work that ends in an error of some kind, and leaves nothing behind.
  public struct Provocation: Sendable {
    /// Options of the URL that the governor is opened by.
    public var options: String
    /// Provokes the error, on a governor of the subject's URL with those options.
    public var provoke: @Sendable (any Governor) throws -> Void

    /// Work on a governor that is opened with options.
    public init(options: String = "", _ provoke: @escaping @Sendable (any Governor) throws -> Void) {
      self.options = options
      self.provoke = provoke
    }
  }

  /// Something that a statement can change in a session.
  public struct SessionChange: Sendable {
    /// A script that changes it, to a value other than the usual one.
    public var change: SQL
    /// A query of its value.
    public var question: SQL

    /// A change, and the query that shows it.
    public init(_ change: SQL, seenBy question: SQL) {
      self.change = change
      self.question = question
    }
  }

  /// What a database adds to an error besides its message.
  public struct ErrorCode: Sendable, Hashable {
    /// The five-character SQLSTATE; nil if the database gives none.
    public var sqlState: String?
    /// The database's own number; nil if it has none.
    public var vendorCode: Int?

    /// A code; either part may be missing.
    public init(sqlState: String? = nil, vendorCode: Int? = nil) {
      self.sqlState = sqlState
      self.vendorCode = vendorCode
    }
  }

  /// An empty profile, of a database that governors share.
  public init() {}
}
