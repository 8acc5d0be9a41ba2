/// A connection that can undo more of its session than the latest changes: also those that the program was allowed to
/// keep.
///
/// If a governor has only one connection, what its statements change in the session stays. ``DriverConnection/reset()``
/// then only undoes what came after that; this undoes everything, if a program asks to begin again.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol SessionResettingConnection: DriverConnection {
  /// Restores the session as after connecting; the set-ups run again.
  ///
  /// - Throws: What prevents it from doing so.
  func resetWholeSession() throws(DatabaseError)
}
