/// A connection whose database has named locks, which end with the connection, or with the program.
///
/// A driver's connection may conform to it beside ``DriverConnection``; `governor.withLock(named:)` then holds a
/// separate connection for each lock. Without it ORDA keeps a lock as a row of a table, with a heartbeat that shows
/// that its holder lives.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol NamedLockConnection: DriverConnection {
  /// False if the locks of this server don't apply to the whole database, as on a node of a cluster: then the row is
  /// used.
  ///
  /// - Throws: What prevents it from knowing.
  func keepsLocks() throws(DatabaseError) -> Bool
  /// Takes the lock with a name: one for each database and each name, however long and whatever its characters.
  ///
  /// - Parameters:
  ///   - name: The lock's name.
  ///   - limit: How long to wait; half a second at most, so that the core can stop it in between.
  /// - Returns: False if somebody else still has it, on this connection, another one, or in another program.
  func lock(_ name: String, within limit: Duration) throws(DatabaseError) -> Bool
  /// True if this connection still has the lock.
  func holdsLock(_ name: String) throws(DatabaseError) -> Bool
  /// Releases the lock. The connection is closed afterwards, which releases what could not be released here.
  func unlock(_ name: String) throws(DatabaseError)
}

extension NamedLockConnection {
  /// They do.
  public func keepsLocks() throws(DatabaseError) -> Bool { true }
}
