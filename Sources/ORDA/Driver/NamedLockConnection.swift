/// A connection whose database keeps locks by name, which end with the connection, or with the program.
///
/// A driver's connection may conform to it beside ``DriverConnection``; `governor.withLock(named:)` then holds a connection of
/// its own for each lock. Without it ORDA keeps a lock as a row of a table, with a beat that tells that its holder lives.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol NamedLockConnection: DriverConnection {
  /// False if the locks of this server do not hold for the whole database, as on a node of a cluster: the row is used then.
  ///
  /// - Throws: What keeps it from knowing.
  func keepsLocks() throws(DatabaseError) -> Bool
  /// Takes the lock of a name: one for each database and each name, however long and whatever its characters.
  ///
  /// - Parameters:
  ///   - name: What the lock is known by.
  ///   - limit: How long to wait; half a second at most, so that the core can stop it in between.
  /// - Returns: False if somebody else has it still, on this connection, another one, or in another program.
  func lock(_ name: String, within limit: Duration) throws(DatabaseError) -> Bool
  /// True if this connection has the lock still.
  func holdsLock(_ name: String) throws(DatabaseError) -> Bool
  /// Gives the lock back. The connection is closed afterwards, which gives back what could not be given back here.
  func unlock(_ name: String) throws(DatabaseError)
}

extension NamedLockConnection {
  /// They do.
  public func keepsLocks() throws(DatabaseError) -> Bool { true }
}
