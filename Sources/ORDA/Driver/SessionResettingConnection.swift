/// A connection that can undo more of its session than what came last: also what the program was left to go on with.
///
/// Where a governor has but one connection, what its statements change in the session stays. ``DriverConnection/reset()``
/// undoes only what came after that then; this undoes all of it, where a program asks to begin anew.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol SessionResettingConnection: DriverConnection {
  /// Makes the session as after connecting; the set-ups run again.
  ///
  /// - Throws: What keeps it from that.
  func resetWholeSession() throws(DatabaseError)
}
