internal import CPostgreSQL
internal import ORDA

/// What following a server's log requires, as far as the server has it.
struct LogConditions: Sendable {
  /// The server's version, as a number: 150002.
  var version = 0
  var level = "logical"
  /// True for a server that follows another one.
  var isStandby = false
  /// False if the account may not have the log sent.
  var mayReplicate = true
  /// False if the account may not leave marks in the log.
  var mayMark = true
  /// True if a commit is answered before the log is on the disk, where those who read it can see it.
  var commitsEarly = false
  /// The account, as SQL writes it.
  var account = "CURRENT_USER"
  /// How many microseconds the server's clock is ahead of ours.
  var clockOffset: Int64 = 0
  /// The schemas in which names without one are looked for, those that exist.
  var schemas: [String] = []
  /// Whether a pooler gives each transaction another session.
  var poolsTransactions = false
  /// What the server said instead of an answer.
  var failure: DatabaseError?

  /// The first version whose log has the marks by which own transactions are recognised.
  private static let firstVersion = 140_000

  /// Why the log can't be followed, and what to do about it; nil if it can.
  var refusal: DatabaseError? {
    if let failure {
      return DatabaseError(
        .unsupported, "the server does not tell whether its log can be followed: \(failure.message)")
    }
    if poolsTransactions {
      return DatabaseError(
        .unsupported,
        "reading the server's log needs a dedicated session, which pooler=transaction excludes; connect without the pooler"
      )
    }
    if version < Self.firstVersion {
      return DatabaseError(.unsupported, "changes are followed by logical decoding since PostgreSQL 14")
    }
    if level != "logical" {
      return DatabaseError(
        .unsupported,
        "the server's log has not what logical decoding needs; set wal_level = logical, and start the server anew")
    }
    if isStandby {
      return DatabaseError(.unsupported, "the server is a standby, and changes are followed where they are made")
    }
    if !mayReplicate {
      return DatabaseError(
        .permission,
        "the account may not read the server's log, by which changes are followed; ALTER ROLE \(account) REPLICATION")
    }
    if !mayMark {
      return DatabaseError(
        .permission, "the account may not call pg_logical_emit_message, by which own changes are recognised")
    }
    return nil
  }
}

extension LogConditions {
  /// Asks a server that may be none that can tell, on a connection that has just been opened.
  ///
  /// - Throws: If the connection is useless now.
  static func asked(on connection: PostgreSQLConnection) throws(DatabaseError) -> LogConditions {
    do throws(DatabaseError) {
      return try LogConditions(on: connection, isOpening: true)
    } catch {
      if connection.isBroken(by: error) || !connection.isUsable { throw error }
      var conditions = LogConditions()
      conditions.failure = error
      return conditions
    }
  }

  /// Asks the server, in one round trip.
  ///
  /// - Parameter isOpening: True to ask for what a governor has to know from the beginning, and for no more: in a session that
  ///   has just begun the server reads of its catalog whatever a question needs, which takes longer than to answer it.
  init(on connection: PostgreSQLConnection, isOpening: Bool = false) throws(DatabaseError) {
    // A superuser may do everything, and the server has told who is one.
    let isSuperuser = PQparameterStatus(connection.handle, "is_superuser").map { String(cString: $0) } == "on"
    var questions = [
      "pg_catalog.current_setting('wal_level')", "pg_catalog.pg_is_in_recovery()", "pg_catalog.current_schemas(false)",
    ]
    if !isSuperuser { questions += Self.rightsQuestions }
    if !isOpening { questions += Self.timeQuestions }
    let row = try connection.texts("SELECT " + questions.joined(separator: ", ")).first ?? []
    var answers = row.makeIterator()
    func next() -> String { (answers.next() ?? nil) ?? "" }
    version = Int(PQserverVersion(connection.handle))
    poolsTransactions = connection.settings.poolsTransactions
    level = next()
    isStandby = next() == "t"
    let names = (try? ArrayText.elements(of: Array(next().utf8))) ?? []
    schemas = names.compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
    if !isSuperuser {
      mayReplicate = next() == "t"
      mayMark = next() == "t"
      account = next()
    }
    if !isOpening {
      commitsEarly = next() == "off"
      clockOffset = Int64(next()).map { $0 &- Instant.now.microsecondsSince1970 } ?? 0
    }
  }

  private static let rightsQuestions = [
    """
    COALESCE((SELECT rolsuper OR rolreplication FROM pg_catalog.pg_roles WHERE rolname = session_user), false)
    """,
    """
    (SELECT bool_and(pg_catalog.has_function_privilege(oid, 'EXECUTE')) FROM pg_catalog.pg_proc
      WHERE proname = 'pg_logical_emit_message' AND pronamespace = 'pg_catalog'::regnamespace)
    """,
    "pg_catalog.quote_ident(session_user)",
  ]

  private static let timeQuestions = [
    "pg_catalog.current_setting('synchronous_commit')",
    "(EXTRACT(EPOCH FROM pg_catalog.clock_timestamp()) * 1000000)::bigint",
  ]

  /// How long ago something was committed, by the server's time in microseconds since 2000; nil for less than two
  /// seconds, which a clock may be wrong by.
  func delay(since time: Int64) -> Duration? {
    let now = Instant.now.microsecondsSince1970 &+ clockOffset &- BinaryCell.epochMicroseconds
    let delay = now &- time
    return (2_000_000..<1_000_000_000_000).contains(delay) ? .microseconds(delay) : nil
  }
}
