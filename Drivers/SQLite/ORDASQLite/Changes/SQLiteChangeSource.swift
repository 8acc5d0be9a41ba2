internal import CSQLite
internal import ORDA
internal import ORDAThreads

/// The source of one governor's change events: the databases that its connections have open.
final class SQLiteChangeSource: ChangeSource, @unchecked Sendable {
  // Proof: what changes is touched only under `lock`.
  private let lock = Condition()
  /// The open databases, by the names that the governor's connections know them by.
  private var files: [String: SQLiteFile] = [:]
  private var interest = ChangeInterest.nothing
  private var feed: ChangeFeed?

  /// True if the library reports single rows.
  static var tellsRows: Bool { orda_sqlite3_has_preupdate_hook() != 0 }

  /// How many changed rows of a table a transaction reports one by one.
  let rowLimit: Int

  /// How other programs' commits are noticed; nil for a file that nobody changes.
  let watching: CommitWatching?

  init(watching: CommitWatching?, rowLimit: Int) {
    self.watching = watching
    self.rowLimit = rowLimit
  }

  /// A connection has opened a database under a name.
  func note(_ file: SQLiteFile, as schema: String) {
    let (before, interest, feed) = lock.withLock {
      (files.updateValue(file, forKey: schema), self.interest, self.feed)
    }
    guard before !== file, let feed, !interest.isNothing else { return }
    before?.listen(self, as: schema, to: .nothing, feed)
    file.listen(self, as: schema, to: interest, feed)
  }

  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    let files = lock.withLock {
      self.interest = interest
      self.feed = interest.isNothing ? nil : feed
      return self.files
    }
    for (schema, file) in files { file.listen(self, as: schema, to: interest, feed) }
  }

  func identity(of table: TableName) -> TableName {
    TableName(schema: SQLiteName.folded(table.schema ?? "main"), name: SQLiteName.folded(table.name))
  }

  /// A commit of this process is reported a moment after everybody can see it.
  func catchUp() -> Bool { lock.withLock { files.values }.allSatisfy { $0.catchUp() } }

  var coverage: ChangeCoverage {
    let main = lock.withLock { files["main"] }
    let own = Self.tellsRows ? "hooks on each connection of this process" : "commits of this process"
    let rows =
      Self.tellsRows
      ? nil : "the SQLite library has no pre-update hook, so that it is not known which rows change"
    guard let main else { return ChangeCoverage(reach: .none, means: "", limitation: "no connection is open") }
    let (means, limitation) =
      watching.map(main.watching(by:)) ?? (nil, "the file was opened as one that nobody changes")
    let reasons = [rows, limitation].compactMap { $0 }
    return ChangeCoverage(
      reach: means == nil ? .ownConnections : .everyone, means: means.map { "\(own); \($0)" } ?? own,
      limitation: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }
}
