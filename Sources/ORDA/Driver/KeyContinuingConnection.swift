/// A connection whose database takes no notice of a generated key that was given: its generator makes the same one later.
///
/// A driver's connection may conform to it beside ``DriverConnection``; programs call ``Connection/continueKeys(of:)``.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol KeyContinuingConnection: AnyObject {
  /// Has the generator of a table's keys go on after the largest key, if it is not beyond that yet. Does nothing for a table
  /// without one.
  func continueKeys(of table: TableName) throws(DatabaseError)
}
