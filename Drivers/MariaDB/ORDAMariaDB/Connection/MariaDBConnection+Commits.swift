internal import CMariaDB
internal import ORDA

/// How a connection reports what it commits to those who follow the server's log, while there are any. The server names
/// the transaction in its answer, since the session asks it to.
extension MariaDBConnection {
  /// Announces a statement that is about to be sent, if it may commit.
  ///
  /// - Parameter callsRoutine: True if it calls a function of the database, which may write.
  @inline(__always)
  func commitMayBegin(_ keyword: StatementKeyword, callsRoutine: Bool = false) {
    if let commits, commits.isFollowed { announce(keyword, callsRoutine, to: commits) }
  }

  /// A transaction was begun. Its writes are noted only while somebody follows.
  func writingMayBegin() { mayHaveWritten = !(commits?.isFollowed ?? false) }

  private func announce(_ keyword: StatementKeyword, _ callsRoutine: Bool, to commits: ServerCommits) {
    // An earlier statement, whose rows nobody read to their end.
    commitMayHaveEnded(nil)
    if keyword.mayRead, !callsRoutine { return }
    if keyword != .commit { mayHaveWritten = true }
    guard keyword == .commit || !isInTransaction else { return }
    announced = commits.begin()
  }

  /// The announced statement was answered. Returns when what it committed was handed over to those who listen.
  ///
  /// - Parameter transaction: What it committed, evaluated only if a statement was announced.
  @inline(__always)
  func commitMayHaveEnded(_ transaction: @autoclosure () -> GTID?) {
    if announced != nil { noteEnd(transaction()) }
  }

  private func noteEnd(_ transaction: GTID?) {
    guard let number = announced else { return }
    announced = nil
    // Where a statement committed nothing after all, the server names the one before.
    let transaction = transaction == lastNamed ? nil : transaction
    lastNamed = transaction ?? lastNamed
    changes?.ended(number, transaction, isCommitting ? mark : nil, mayHaveWritten: mayHaveWritten)
  }

  /// An answer will never come: what was announced may be committed now, or in a moment.
  func commitMayBeUnknown() {
    if announced != nil { commits?.seen.noteUnknown() }
  }

  /// What the statement just answered without rows committed; nil if nothing.
  var answeredTransaction: GTID? {
    guard handle.pointee.server_status & UInt32(SERVER_SESSION_STATE_CHANGED) != 0 else { return nil }
    var transaction: GTID?
    forEachToldVariable { name, value in
      if name.elementsEqual("last_gtid".utf8) { transaction = GTID(String(decoding: value, as: UTF8.self)) }
    }
    return transaction
  }

  /// The same for a statement that returned rows: their end does not tell. Asking uses no table, so the server keeps
  /// that statement's warnings.
  var lastTransaction: GTID? {
    guard reading == nil, let text = try? texts("SELECT @@last_gtid").first?.first else { return nil }
    return text.flatMap { GTID($0) }
  }
}
