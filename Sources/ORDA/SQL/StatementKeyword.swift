/// The kind of a statement, by its first word, ignoring comments and parentheses.
///
/// It says what a statement is meant to be. What it does is up to the database: a `WITH` can delete rows.
public enum StatementKeyword: String, Sendable {
  case select, values, with, explain, show, describe, table
  case insert, update, delete, replace, merge, truncate, load
  case create, alter, drop, rename, reindex, vacuum, analyze, optimize, grant, revoke
  case pragma, set, attach, detach, use, call
  /// `BEGIN` and `START TRANSACTION`.
  case begin
  /// `COMMIT` and `END`.
  case commit
  case rollback, savepoint, release
  /// A `SET` that turns autocommit on or off.
  case setAutocommit
  /// A `SET TRANSACTION`.
  case setTransaction
  /// `XA …`: a transaction that several servers share.
  case xa
  case lockTables, unlockTables
  /// A block of statements that is executed at once: `BEGIN NOT ATOMIC`.
  case block
  /// Any other word, or none.
  case other

  /// The keyword of a statement that begins with these words.
  init(_ first: Word, _ second: Word, _ third: Word) {
    let keyword = Self.byWord.first { $0.word == first }?.keyword ?? .other
    switch keyword {
    case .begin where first == "start": self = second == "transaction" ? .begin : .other
    case .begin: self = second == "not" ? .block : .begin
    case .lockTables, .unlockTables: self = second.beginsWithTable ? keyword : .other
    case .set:
      let isScoped = second == "session" || second == "global" || second == "local"
      self = second == "transaction" || (isScoped && third == "transaction") ? .setTransaction : .set
    default: self = keyword
    }
  }

  /// By their first word, those that come most often first. So few are found sooner one by one than by a hash.
  private static let byWord: [(word: Word, keyword: StatementKeyword)] = {
    let asWritten: [StatementKeyword] = [
      .select, .insert, .update, .delete, .with, .set, .pragma, .values, .explain, .show, .describe, .table,
      .replace, .merge, .truncate, .load, .create, .alter, .drop, .rename, .reindex, .vacuum, .analyze, .optimize,
      .grant, .revoke, .attach, .detach, .use, .call, .begin, .commit, .rollback, .savepoint, .release, .xa,
    ]
    return asWritten.map { (Word($0.rawValue.utf8), $0) } + [
      ("start", .begin), ("end", .commit), ("desc", .describe), ("lock", .lockTables), ("unlock", .unlockTables),
    ]
  }()

  /// True if no word beyond the first tells more of the statement's kind: whether what it makes is temporary, or what it sets.
  var isToldByFirstWords: Bool { self != .create && self != .drop && self != .set }

  /// True if the statement may be one that only reads, if the database agrees.
  public var mayRead: Bool {
    switch self {
    case .select, .with, .values, .explain: true
    default: false
    }
  }

  /// True if the statement is meant to change nothing. A function that it calls may still do so.
  var onlyReads: Bool {
    switch self {
    case .select, .values, .table, .explain, .show, .describe: true
    default: false
    }
  }

  /// What has become of a transaction that is gone after such a statement, which did not fail.
  var ending: DatabaseError.Kind.Ending {
    switch self {
    case .select, .values, .with, .table, .explain, .show, .describe: .rolledBack
    case .insert, .update, .delete, .replace, .merge, .savepoint: .rolledBack
    // What these run may end a transaction either way.
    case .call, .block, .xa, .other: .unknown
    // On SQLite RELEASE of the outermost savepoint commits, too.
    default: .implicitlyCommitted
    }
  }

  /// True if one such statement can return several results: a procedure's, or a block's.
  @inline(__always)
  var mayGiveSeveralResults: Bool { self == .call || self == .block }

  /// True if the statement begins, ends or nests a transaction behind the governor's back.
  public var controlsTransaction: Bool {
    switch self {
    case .begin, .commit, .rollback, .savepoint, .release, .setAutocommit, .xa: true
    default: false
    }
  }

  /// True if the statement changes what later users of the same connection get: the current database, its locks, the
  /// isolation of its next transaction.
  public var changesSession: Bool {
    switch self {
    case .use, .lockTables, .unlockTables, .setTransaction: true
    default: false
    }
  }

  /// True if the statement may leave something in the session that later users of the same connection would notice:
  /// settings, anything made or dropped that may be temporary, and every unknown word. A function called by a query may
  /// do so as well; only the database can tell.
  public var mayChangeSession: Bool {
    switch self {
    case .select, .values, .with, .explain, .show, .describe, .table, .insert, .update, .delete, .replace, .merge,
      .truncate, .load, .alter, .rename, .reindex, .vacuum, .analyze, .optimize, .grant, .revoke, .begin, .commit,
      .rollback, .savepoint, .release:
      false
    case .create, .drop, .pragma, .set, .attach, .detach, .use, .call, .setAutocommit, .setTransaction, .xa,
      .lockTables, .unlockTables, .block, .other:
      true
    }
  }

  /// True if the statement defines, changes or removes a table, a view or the like.
  public var definesSchema: Bool {
    switch self {
    case .create, .alter, .drop, .rename, .truncate: true
    default: false
    }
  }
}
