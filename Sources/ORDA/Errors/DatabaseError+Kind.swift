extension DatabaseError {
  /// What went wrong, in words that apply to every database.
  ///
  /// A struct, not an enum, so that kinds can be added without breaking a program. Kinds nest: `constraint.unique` is
  /// part of `constraint`, and matching the outer one matches the inner. A primary key is a unique constraint, so
  /// `.constraint(.unique)` also matches `.constraint(.primaryKey)`.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The path, its parts joined by dots, for example `constraint.unique`.
    public let name: String

    /// A driver's own kind; `name` is a path of lower-camel-case words joined by dots.
    public init(name: String) { self.name = name }

    /// True if `other` is this kind or nested in it.
    public func matches(_ other: Kind) -> Bool {
      other.name == name || (other.name.hasPrefix(name) && other.name.utf8.dropFirst(name.utf8.count).first == 0x2E)
    }

    /// The path.
    public var description: String { name }

    // MARK: What the program asked for

    /// The URL is not one, or names an option that does not exist.
    public static let badURL = Kind(name: "badURL")
    /// No driver is registered for the URL's scheme.
    public static let missingDriver = Kind(name: "missingDriver")
    /// The call can't be made here: wrong parameters, a closed governor, a transaction that is over.
    public static let misuse = Kind(name: "misuse")
    /// The SQL text is wrong.
    public static let syntax = Kind(name: "syntax")
    /// A table or view that does not exist.
    public static let noSuchTable = Kind(name: "noSuchTable")
    /// A column that does not exist, in the SQL text or in a result.
    public static let noSuchColumn = Kind(name: "noSuchColumn")
    /// An index that does not exist.
    public static let noSuchIndex = Kind(name: "noSuchIndex")
    /// A constraint that does not exist.
    public static let noSuchConstraint = Kind(name: "noSuchConstraint")
    /// A trigger that does not exist.
    public static let noSuchTrigger = Kind(name: "noSuchTrigger")
    /// A row that does not exist, or does not any more.
    public static let noSuchRow = Kind(name: "noSuchRow")
    /// A table, view, index, column or other object of that name already exists.
    public static let alreadyExists = Kind(name: "alreadyExists")
    /// A value that can't be read as the requested type, including NULL.
    public static let typeMismatch = Kind(name: "typeMismatch")
    /// NULL read as a type that has no place for it; part of ``typeMismatch``.
    public static let unexpectedNull = Kind(name: "typeMismatch.null")
    /// A number that does not fit its type or column.
    public static let outOfRange = Kind(name: "outOfRange")
    /// A text, blob or statement above a length limit.
    public static let dataTooLong = Kind(name: "dataTooLong")
    /// The database or this driver can't do it; check `Capabilities` first.
    public static let unsupported = Kind(name: "unsupported")

    // MARK: What the data refuses

    /// Any constraint.
    public static let constraint = Kind(name: "constraint")
    /// One sort of constraint.
    public static func constraint(_ constraint: Constraint) -> Kind { Kind(name: constraint.name) }

    /// The sorts of constraint.
    public struct Constraint: Sendable, Hashable {
      let name: String
      /// A value that already exists.
      public static let unique = Constraint(name: "constraint.unique")
      /// A primary key that already exists; part of ``unique``.
      public static let primaryKey = Constraint(name: "constraint.unique.primaryKey")
      /// A row that refers to a missing one, or is referred to.
      public static let foreignKey = Constraint(name: "constraint.foreignKey")
      /// NULL in a column that is not nullable.
      public static let notNull = Constraint(name: "constraint.notNull")
      /// A CHECK that failed.
      public static let check = Constraint(name: "constraint.check")
      /// A value of a type that the column refuses (SQLite's STRICT tables).
      public static let dataType = Constraint(name: "constraint.dataType")
      /// A trigger that refused.
      public static let trigger = Constraint(name: "constraint.trigger")
    }

    // MARK: What happened on the way

    /// The account may not do it.
    public static let permission = Kind(name: "permission")
    /// The server does not accept this user and password.
    public static let authentication = Kind(name: "authentication")
    /// The database can't be opened or reached.
    public static let cannotOpen = Kind(name: "cannotOpen")
    /// The database can't be opened, for one of several reasons.
    public static func cannotOpen(_ obstacle: Obstacle) -> Kind { Kind(name: obstacle.name) }
    /// There is no such database: none with that name on a server, no such file, or no folder for it. Part of
    /// ``cannotOpen``.
    public static let noSuchDatabase = Kind(name: "cannotOpen.noSuchDatabase")

    /// What can keep a database from being opened.
    public struct Obstacle: Sendable, Hashable {
      let name: String
      /// The server is down, or silent, or no network leads to it. It may be reachable later.
      public static let unreachable = Obstacle(name: "cannotOpen.unreachable")
      /// The server has as many connections as it allows. It may have room later.
      public static let tooManyConnections = Obstacle(name: "cannotOpen.tooManyConnections")
      /// The system does not let this process open the file, or the server's socket.
      public static let permission = Obstacle(name: "cannotOpen.permission")
    }
    /// The connection broke.
    public static let connectionLost = Kind(name: "connectionLost")
    /// The connection was given up or broke after a COMMIT, or a statement outside of transactions, was sent, and
    /// before its answer arrived: nobody knows whether it was done. Part of ``connectionLost``;
    /// ``DatabaseError/underlying`` says why.
    public static let commitUnknown = Kind(name: "connectionLost.commitUnknown")
    /// A time limit passed: of the statement, or of the wait for a connection. It was not done.
    public static let timeout = Kind(name: "timeout")
    /// The task was cancelled, or the statement interrupted. It was not done.
    public static let cancelled = Kind(name: "cancelled")
    /// Another connection holds what this one needs.
    public static let busy = Kind(name: "busy")
    /// Two transactions wait for each other, and this one was chosen to give way.
    public static let deadlock = Kind(name: "deadlock")
    /// The transaction's view of the data is no longer current.
    public static let serialization = Kind(name: "serialization")
    /// A row is not as the program expects, since somebody has changed it meanwhile: nothing was written, and
    /// ``DatabaseError/found`` has the current row.
    public static let changedMeanwhile = Kind(name: "changedMeanwhile")
    /// A named lock was lost while it was held.
    public static let lockLost = Kind(name: "lockLost")
    /// The transaction ended before its closure did.
    public static let transactionEnded = Kind(name: "transactionEnded")
    /// The transaction ended before its closure did, in one of three ways.
    public static func transactionEnded(_ ending: Ending) -> Kind { Kind(name: ending.name) }

    /// How a transaction can end before its closure.
    public struct Ending: Sendable, Hashable {
      let name: String
      /// The database rolled it back: nothing of it remains.
      public static let rolledBack = Ending(name: "transactionEnded.rolledBack")
      /// A statement committed it implicitly: what came before is permanent.
      public static let implicitlyCommitted = Ending(name: "transactionEnded.implicitlyCommitted")
      /// A procedure or the like ended it, and the database does not say how: only the data shows that.
      public static let unknown = Ending(name: "transactionEnded.unknown")
    }

    // MARK: What happened to the database

    /// The database, file or transaction is read-only.
    public static let readOnly = Kind(name: "readOnly")
    /// The disk or the database's page limit is full.
    public static let full = Kind(name: "full")
    /// The file is damaged, or not a database.
    public static let corrupt = Kind(name: "corrupt")
    /// Reading or writing the file failed.
    public static let io = Kind(name: "io")
    /// Memory ran out.
    public static let outOfMemory = Kind(name: "outOfMemory")
    /// The server or library broke its own rules.
    public static let protocolViolation = Kind(name: "protocolViolation")
    /// An error for which the driver has no kind; its vendor code and message say more.
    public static let other = Kind(name: "other")

    static let transient: [Kind] = [
      .busy, .timeout, .deadlock, .serialization, .connectionLost, .cannotOpen(.unreachable),
      .cannotOpen(.tooManyConnections),
    ]
    static let retryable: [Kind] = [.busy, .deadlock, .serialization]
  }

  /// Lets `catch .constraint(.unique)` match within a `do throws(DatabaseError)`.
  public static func ~= (pattern: Kind, error: DatabaseError) -> Bool { pattern.matches(error.kind) }
}
