/// A connection that can take rows back just as they were, in any order.
///
/// A driver's connection may conform to it beside ``DriverConnection``; ``Connection/restoring(_:)`` is what programs call.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol RestoringConnection: AnyObject {
  /// From now on a foreign key may refer to a row that comes later, and a generated key is kept as it is given, 0 too.
  func beginRestoring() throws(DatabaseError)
  /// Ends that. If the database checks foreign keys at the end of the transaction, it still does.
  func endRestoring() throws(DatabaseError)
}
