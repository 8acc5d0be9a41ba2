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
  /// Asks a server that may be none that can tell.
  ///
  /// - Throws: If the connection is useless now.
  static func asked(on connection: PostgreSQLConnection) throws(DatabaseError) -> LogConditions {
    do throws(DatabaseError) {
      return try LogConditions(on: connection)
    } catch {
      if connection.isBroken(by: error) || !connection.isUsable { throw error }
      var conditions = LogConditions()
      conditions.failure = error
      return conditions
    }
  }

  /// Asks the server.
  init(on connection: PostgreSQLConnection) throws(DatabaseError) {
    let rows = try connection.texts(
      """
      SELECT pg_catalog.current_setting('server_version_num'), pg_catalog.current_setting('wal_level'),
        pg_catalog.pg_is_in_recovery(), COALESCE(
          (SELECT rolsuper OR rolreplication FROM pg_catalog.pg_roles WHERE rolname = session_user), false),
        (SELECT bool_and(pg_catalog.has_function_privilege(oid, 'EXECUTE')) FROM pg_catalog.pg_proc
          WHERE proname = 'pg_logical_emit_message' AND pronamespace = 'pg_catalog'::regnamespace),
        pg_catalog.current_setting('synchronous_commit'), pg_catalog.quote_ident(session_user),
        (EXTRACT(EPOCH FROM pg_catalog.clock_timestamp()) * 1000000)::bigint
      """)
    let cells = rows.first ?? []
    func text(_ index: Int) -> String { index < cells.count ? cells[index] ?? "" : "" }
    version = Int(text(0)) ?? 0
    level = text(1)
    isStandby = text(2) == "t"
    mayReplicate = text(3) == "t"
    mayMark = text(4) == "t"
    commitsEarly = text(5) == "off"
    account = text(6)
    clockOffset = Int64(text(7)).map { $0 &- Instant.now.microsecondsSince1970 } ?? 0
    let names = try connection.texts(
      "SELECT s FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS u (s, n) ORDER BY n")
    schemas = names.compactMap { $0.first.flatMap { $0 } }
  }

  /// How long ago something was committed, by the server's time in microseconds since 2000; nil for less than two
  /// seconds, which a clock may be wrong by.
  func delay(since time: Int64) -> Duration? {
    let now = Instant.now.microsecondsSince1970 &+ clockOffset &- BinaryCell.epochMicroseconds
    let delay = now &- time
    return (2_000_000..<1_000_000_000_000).contains(delay) ? .microseconds(delay) : nil
  }
}
