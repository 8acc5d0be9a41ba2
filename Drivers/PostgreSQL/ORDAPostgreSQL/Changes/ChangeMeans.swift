internal import ORDA

/// A way to learn of changes on a server: its log, or a substitute. ``PostgreSQLChangeSource`` has one in force while
/// somebody listens.
protocol ChangeMeans: AnyObject, Sendable {
  /// Whose changes are heard of, how, and why not better; asked on any thread, and never waits for the server.
  var coverage: ChangeCoverage { get }

  /// Other tables are wanted from now on; this includes what is committed to them after it has returned.
  func follow(_ interest: ChangeInterest) throws(DatabaseError)

  /// A connection of this governor is about to commit.
  func expect(_ number: Int, _ mark: ChangeMark?)

  /// It has committed, or certainly nothing of it is. Returns when that was handed over, or when it can't be soon.
  func committed(_ number: Int, hasWritten: Bool)

  /// Something has committed on a connection of this governor that was not announced. Returns when that was handed
  /// over, or when it can't be soon.
  func ranAlone()

  /// Tables may have been made, altered or dropped.
  func lookAtTables()

  /// Returns when a statement that begins now sees everything handed over; after a second at the latest.
  func waitUntilVisible()

  /// Returns when everything that it can learn of what everybody sees by now was handed over; false if that can't be
  /// known now.
  func catchUp() -> Bool

  /// Ends it: once this has returned, nothing is handed over and no connection remains.
  func stop()
}
