/// What a server's log says, event by event.
///
/// A transaction is a ``group(_:)``, then table maps and rows, then ``commit`` or a ``query(_:)`` that says COMMIT. A
/// standalone group, such as that of a DDL statement, has one query and no end.
enum LogEvent: Sendable {
  /// A file of the log begins, or the sending. Earlier table maps are void.
  case formatDescription(serverVersion: String)
  /// The next file of the log follows.
  case rotate(file: String)
  /// A transaction, or a statement outside of one, begins.
  case group(LogGroup)
  /// Rows of a table follow.
  case tableMap(TableMap)
  /// Rows that were inserted, updated or deleted.
  case rows(RowsEvent)
  /// A statement as text: DDL, COMMIT, ROLLBACK, XA COMMIT, a savepoint, or any statement on a server that doesn't log
  /// rows.
  case query(LoggedQuery)
  /// The transaction is committed.
  case commit
  /// The transaction is prepared, and is committed or rolled back by a later statement: XA COMMIT or XA ROLLBACK.
  case prepared(XATransaction)
  /// Nothing happens, and the server is alive.
  case heartbeat
  /// The server says that its log lacks something.
  case incident
  /// Of no concern to those who follow rows.
  case other(type: UInt8)
}

/// How a transaction begins in the log.
struct LogGroup: Sendable {
  let gtid: GTID
  let flags: Flags
  /// When its statement began, in seconds since 1970.
  let time: UInt32
  /// The XA transaction that it prepares or ends, if any.
  let xa: XATransaction?

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// It is one statement, and no commit follows.
    static let standalone = Flags(rawValue: 0x01)
    static let groupCommit = Flags(rawValue: 0x02)
    static let transactional = Flags(rawValue: 0x04)
    static let ddl = Flags(rawValue: 0x20)
    /// It ends with ``LogEvent/prepared(_:)``: its rows are not committed yet.
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
  /// The server's number for the connection that ran it.
  let thread: UInt32
  /// The current database.
  let schema: String
  let text: String
  /// The error it ended with on the server; 0 for none.
  let errorCode: UInt16
}

/// An event is invalid: the log, or what arrived of it, is damaged.
struct DamagedEvent: Error {}
