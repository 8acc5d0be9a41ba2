internal import CPostgreSQL
internal import ORDA

/// How a connection reports what it commits to those who follow the database, while there are any.
///
/// Before a transaction ends a query runs in it, in the same round trip: it leaves a mark in the server's log, by which
/// the transaction is recognised there.
extension PostgreSQLConnection {
  /// What a connection knows of a commit that is under way.
  struct PendingCommit {
    /// The commit that was announced and not answered yet.
    var announcement: CommitAnnouncement?
    /// True once the server has answered that the transaction has written.
    var hasWritten = false
    /// True if what runs alone can't be announced, and may write.
    var isUnannounced = false
    /// True if the transaction, or what runs alone, may have changed the schema.
    var definesSchema = false
    /// The mark of the transaction.
    var mark: ChangeMark?

    /// True if there is anything to report once no transaction is open.
    var mayHaveEnded: Bool { announcement != nil || isUnannounced || definesSchema }
  }

  // MARK: Statements outside of transactions

  /// The query to send behind a statement, before the end of the round trip; nil if nobody follows, or it can't commit.
  func commitQuery(behind request: PrepareRequest) -> String? {
    guard let changes, changes.isFollowed else { return nil }
    let keyword = request.keyword
    if keyword.definesSchema, keyword != .truncate { pendingCommit.definesSchema = true }
    if stands { return nil }
    forgetAnnouncement()
    switch keyword {
    case .insert, .update, .delete, .merge, .truncate: break
    // What only reads is not put into one round trip with something else, for it may have to be stopped.
    case .with: if !Self.mayWrite(request.sql) { return nil }
    case .select, .values, .table, .explain, .show, .set, .begin, .commit, .rollback, .savepoint, .release:
      return nil
    default:
      pendingCommit.isUnannounced = true
      return nil
    }
    let announcement = changes.announce(nil)
    pendingCommit.announcement = announcement
    return announcement.query
  }

  /// False for a text that certainly has none of the words by which WITH writes.
  private static func mayWrite(_ sql: String) -> Bool {
    let words: Set<String> = ["insert", "update", "delete", "merge"]
    return sql.utf8.split { !(0x41...0x5A).contains($0 & 0xDF) }.contains { part in
      part.count <= 6 && words.contains(String(decoding: part.map { $0 | 0x20 }, as: UTF8.self))
    }
  }

  /// Notes what a result at the end of a round trip says of the commit.
  func noteCommit(_ result: OpaquePointer) {
    if pendingCommit.announcement != nil, PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 {
      pendingCommit.hasWritten = true
    }
  }

  /// A statement was answered. If it has committed, returns when that was handed over to those who listen.
  func commitMayHaveEnded() {
    if pendingCommit.mayHaveEnded, !stands { noteEnd() }
  }

  private func noteEnd() {
    let ended = pendingCommit
    pendingCommit = PendingCommit()
    guard let changes else { return }
    if let announcement = ended.announcement { changes.ended(announcement, hasWritten: ended.hasWritten) }
    guard changes.isFollowed else { return }
    if ended.isUnannounced { changes.ranAlone() }
    if ended.definesSchema { changes.definedSchema() }
  }

  /// What was announced will never be answered, or has failed.
  func forgetAnnouncement() {
    if let announcement = pendingCommit.announcement { changes?.ended(announcement, hasWritten: false) }
    pendingCommit.announcement = nil
    pendingCommit.hasWritten = false
    pendingCommit.isUnannounced = false
  }

  // MARK: Transactions

  /// A transaction was begun.
  func transactionBegan(_ mark: ChangeMark?) {
    forgetAnnouncement()
    pendingCommit = PendingCommit(mark: mark)
    if !isCounted { changes?.transactionBegan() }
    isCounted = changes != nil
  }

  /// The transaction has ended, if one was open.
  func transactionMayHaveEnded() {
    if isCounted { changes?.transactionEnded() }
    isCounted = false
  }

  /// Commits; the server's tag says what became of it.
  func committed() throws(DatabaseError) -> String {
    try checkSessionEnd()
    guard let changes, changes.isFollowed, !isAborted else {
      let definesSchema = pendingCommit.definesSchema
      pendingCommit = PendingCommit()
      let tag: String
      do throws(DatabaseError) {
        tag = try interrupter.committing { () throws(DatabaseError) -> String in try self.tag(of: "COMMIT") }
      } catch {
        throw try explained(error)
      }
      if definesSchema, let changes, changes.isFollowed { changes.definedSchema() }
      return tag
    }
    let announcement = changes.announce(pendingCommit.mark)
    pendingCommit.announcement = announcement
    let tag: String
    do throws(DatabaseError) {
      tag = try interrupter.committing { () throws(DatabaseError) -> String in
        try self.tag(of: "\(announcement.query);COMMIT") { noteCommit($0) }
      }
    } catch {
      forgetAnnouncement()
      // It may have been stopped before COMMIT, which always ends it.
      if stands { try? runAlone("ROLLBACK") }
      throw try explained(error)
    }
    if tag == "ROLLBACK" { forgetAnnouncement() } else { noteEnd() }
    return tag
  }
}
