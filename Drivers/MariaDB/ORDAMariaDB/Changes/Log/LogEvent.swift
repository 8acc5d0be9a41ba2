/// What a server's log tells, one thing after the other.
///
/// A transaction is a ``group(_:)``, then table maps and rows, then ``commit`` or a ``query(_:)`` that says COMMIT. A group
/// that stands alone, as that of a DDL statement does, has one query and no end.
enum LogEvent: Sendable {
  /// A file of the log begins, or sending does. Table maps from before are void.
  case formatDescription(serverVersion: String)
  /// The next file of the log follows.
  case rotate(file: String)
  /// A transaction, or a statement outside of one, begins.
  case group(LogGroup)
  /// Rows of a table are about to be told.
  case tableMap(TableMap)
  /// Rows that were inserted, updated or deleted.
  case rows(RowsEvent)
  /// A statement as text: DDL, COMMIT, ROLLBACK, XA COMMIT, a savepoint, or one that a server which doesn't log rows logs.
  case query(LoggedQuery)
  /// The transaction is committed.
  case commit
  /// The transaction is prepared, and is committed or rolled back by a later statement: XA COMMIT or XA ROLLBACK.
  case prepared(XATransaction)
  /// Nothing happens, and the server is alive.
  case heartbeat
  /// The server says that its log lacks something.
  case incident
  /// What is of no concern to those who follow rows.
  case other(type: UInt8)
}

/// How a transaction begins in the log.
struct LogGroup: Sendable {
  let gtid: GTID
  let flags: Flags
  /// When its statement began, in seconds since 1970.
  let time: UInt32
  /// The XA transaction that it prepares or ends, where it does.
  let xa: XATransaction?

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// It is one statement, and no commit follows.
    static let standalone = Flags(rawValue: 0x01)
    static let groupCommit = Flags(rawValue: 0x02)
    static let transactional = Flags(rawValue: 0x04)
    static let ddl = Flags(rawValue: 0x20)
    /// It ends by ``LogEvent/prepared(_:)``: its rows are not committed yet.
    static let preparedXA = Flags(rawValue: 0x40)
    /// It ends an XA transaction that was prepared before.
    static let completedXA = Flags(rawValue: 0x80)
  }
}

/// The name of an XA transaction.
struct XATransaction: Hashable, Sendable {
  let format: UInt32
  /// The global part.
  let global: [UInt8]
  /// The branch.
  let branch: [UInt8]
  /// True if it was committed in one phase, so that nothing follows.
  var isOnePhase = false

  /// The name alone counts.
  static func == (left: XATransaction, right: XATransaction) -> Bool {
    left.format == right.format && left.global == right.global && left.branch == right.branch
  }
  func hash(into hasher: inout Hasher) {
    hasher.combine(format)
    hasher.combine(global)
    hasher.combine(branch)
  }
}

/// A statement in the log.
struct LoggedQuery: Sendable {
  /// The server's number of the connection that ran it.
  let thread: UInt32
  /// The database that was current.
  let schema: String
  let text: String
  /// The error that it ended with on the server; 0 for none.
  let errorCode: UInt16
}

/// An event is not what an event can be: the log, or what came of it, is damaged.
struct DamagedEvent: Error {}
