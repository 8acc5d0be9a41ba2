#if Conformance
  import MariaDBTestServer
  import ORDA
  import ORDAConformance
  import PostgreSQLTestServer

  @testable import Command
  @testable import OrdaCommand

  /// The databases that the cases run on here.
  enum TestedDatabase: String, CaseIterable, Sendable {
    case file = "SQLite"
    case memory = "SQLite in memory"
    case server = "MariaDB"
    case postgresql = "PostgreSQL"

    /// A database of a test's own, which goes with the object.
    func target() throws -> Own {
      switch self {
      case .file: try Own(in: TemporaryFolder())
      case .memory: try Own("sqlite::memory:")
      case .server: try Own(Self.shared.get().url)
      case .postgresql: try Own(Self.sharedPostgreSQL.get().url)
      }
    }

    /// One for all cases: they touch nothing but tables of their own.
    private static let shared = Result { try ServerDatabase() }

    private static let sharedPostgreSQL = Result { try PostgreSQLDatabase() }

    /// What can't be asked, and why; all other cases pass.
    var notSupported: [String: ConformanceOutcome.Reason] {
      var reasons: [String: ConformanceOutcome.Reason] = [:]
      for (reason, names) in lists { for name in names { reasons[name] = reason } }
      return reasons
    }

    /// What the database can't do otherwise, and why: the case fails.
    var limitations: [String: String] {
      guard self == .postgresql else { return [:] }
      return [
        "text.nul": "its texts hold no NUL", "lists.texts": "its texts hold no NUL",
        "values.double.notANumber": "its floating-point numbers have NaN, which is kept",
        "values.time.span": "its TIME is a time of day; spans are of the type interval",
        "schema.type.bytesBounded": "its bytes have no maximum",
        "schema.alter.dependents": "a column that a view reads keeps its type until the view is dropped",
        "keys.after.given": "a key that was given does not move the generator on",
      ]
    }

    private var lists: [(ConformanceOutcome.Reason, [String])] {
      switch self {
      case .file: Self.able + Self.sqlite
      case .memory: Self.able + Self.sqlite + Self.alone
      case .server: Self.able + Self.mariadb
      case .postgresql: Self.able + Self.postgresqlOnly
      }
    }

    /// What is asked only of databases that can do less.
    private static let able: [(ConformanceOutcome.Reason, [String])] = [
      (.has(.returning), ["keys.returning.refused"]), (.has(.savepoints), ["transactions.nested.refused"]),
      (.has(.lists), ["lists.refused"]),
      (.has(.alteringTables), ["schema.alter.refused"]), (.has(.compaction), ["schema.compact.refused"]),
      (.has(.tablesRead), ["live.queries.untold"]),
    ]

    private static let sqlite: [(ConformanceOutcome.Reason, [String])] = [
      (.has(.transactionalDDL), ["transactions.ddl.refused", "transactions.ddl.refusedUndone"]),
      (.has(.addedFunctions), ["schema.functions.refused"]),
      (.profile("its URLs hold no secret"), ["opening.secrets.url", "opening.secrets.error"]),
      (.profile("the profile has no wrongPasswordURL"), ["errors.authentication.kind"]),
      (.profile("the profile provokes no permission"), ["errors.permission.kind"]),
      (.profile("the profile provokes no outOfMemory"), ["errors.outOfMemory.kind"]),
      (.profile("the profile provokes no protocolViolation"), ["errors.protocolViolation.kind"]),
      (
        .profile("the profile has no connectionEndingSQL"),
        [
          "transactions.ended.connection", "errors.connectionLost.next", "connections.broken.replaced",
          "connections.onConnect.replaced",
        ]
      ),
    ]

    private static let alone: [(ConformanceOutcome.Reason, [String])] = [
      (
        .profile("each governor has a database of its own"),
        [
          "opening.same.database", "transactions.awaited.tasks", "transactions.isolation.dirty",
          "transactions.isolation.undoneUnseen", "transactions.isolation.repeatable", "errors.deadlock.oneGoesOn",
          "limits.timeout.url", "limits.lock.timeout", "limits.lock.reader", "limits.pool.ownRows",
          "limits.cancel.others",
          "live.events.elsewhere", "live.events.both", "live.events.forward", "live.events.refresh",
          "live.queries.elsewhere",
          "begun.deferred", "changes.catchUp", "concurrency.governors.apart", "locks.governors.exclusive",
          "migrations.together",
          "connections.close.letGo", "connections.close.stops", "connections.close.waits",
        ]
      ),
      (.profile("the profile has no readOnlyURL"), ["errors.readOnly.kind"]),
      (.profile("the profile has no shortLockWait"), ["errors.busy.lock"]),
      (.profile("the profile provokes no serialization"), ["errors.serialization.kind"]),
    ]

    private static let mariadb: [(ConformanceOutcome.Reason, [String])] = [
      (.lacks(.transactionalDDL), ["transactions.ddl.undone", "schema.changes.awaited", "schema.alter.undone"]),
      (.lacks(.addedFunctions), ["schema.functions.added"]),
      (.profile("the profile has no transactionEndingSQL"), ["transactions.ended.dead", "transactions.ended.awaited"]),
      (.profile("the profile has no notADatabaseURL"), ["errors.corrupt.kind"]),
      (.profile("the profile provokes no constraint.dataType"), ["errors.constraint.dataType.kind"]),
    ]

    private static let postgresqlOnly: [(ConformanceOutcome.Reason, [String])] = [
      (.has(.transactionalDDL), ["transactions.ddl.refused", "transactions.ddl.refusedUndone"]),
      (.lacks(.addedFunctions), ["schema.functions.added"]),
      (.profile("the profile has no transactionEndingSQL"), ["transactions.ended.dead", "transactions.ended.awaited"]),
      (.profile("the profile has no notADatabaseURL"), ["errors.corrupt.kind"]),
    ]

    /// A place for the cases, with the profile that the command has for it.
    final class Own: Sendable {
      let target: ConformanceTarget
      private let folder: TemporaryFolder?

      init(_ url: String) throws {
        Drivers.use(OrdaCommand.drivers)
        target = try ConformanceTarget(url: url)
        folder = nil
      }

      /// A file in a folder.
      init(in folder: TemporaryFolder) throws {
        Drivers.use(OrdaCommand.drivers)
        target = try ConformanceTarget(url: "sqlite:" + folder.file("kit.db"))
        self.folder = folder
      }
    }
  }
#endif
