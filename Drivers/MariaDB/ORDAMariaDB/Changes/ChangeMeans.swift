internal import ORDA

/// A way to learn what changes on a server: its log, or what stands in for it. ``MariaDBChangeSource`` has one in force
/// while somebody listens.
protocol ChangeMeans: AnyObject, Sendable {
  /// Whose changes are heard of, how, and why not better; asked on any thread, and never waits for the server.
  var coverage: ChangeCoverage { get }

  /// Other tables are wanted from now on; what is committed after this returned is told of them too.
  func follow(_ interest: ChangeInterest) throws(DatabaseError)

  /// A connection of this governor has committed. Returns when that was handed over, or when it can't be soon.
  ///
  /// - Parameter note: Called in between, once it is known that somebody waits for the transaction.
  func committed(_ transaction: GTID, _ note: () -> Void)

  /// Returns when a statement that begins now sees all that was handed over; after a second at the latest.
  func waitUntilVisible()

  /// Returns when all that it can learn of what everybody sees by now was handed over; false if that can't be known now.
  func catchUp() -> Bool

  /// Ends it: nothing is handed over after this returned, and no connection stays.
  func stop()
}
