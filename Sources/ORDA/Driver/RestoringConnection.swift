/// A connection that can restore rows just as they were, in any order.
///
/// A driver's connection may conform to it beside ``DriverConnection``; programs call ``Connection/restoring(_:)``.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol RestoringConnection: AnyObject {
  /// From now on a foreign key may refer to a later row, and a generated key keeps its given value, even 0.
  func beginRestoring() throws(DatabaseError)
  /// Ends that. What the database checks later it checks now, or still at the end of the transaction.
  func endRestoring() throws(DatabaseError)
}
