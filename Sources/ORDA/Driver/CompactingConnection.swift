/// A connection whose database can be made smaller, by freeing the room that deleted rows have left.
///
/// A driver's connection may conform to it beside ``DriverConnection``, and the driver declares
/// ``Capability/compaction``. `governor.compact(_:)` calls it.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol CompactingConnection: DriverConnection {
  /// Rewrites tables as small as possible; all of them if none are named. Called outside of transactions, without open
  /// rows.
  ///
  /// A database that can only do this as a whole does so, whichever of its tables are named.
  ///
  /// - Throws: `noSuchTable`, and the database's errors.
  func compact(_ tables: [TableName]) throws(DatabaseError)
}
