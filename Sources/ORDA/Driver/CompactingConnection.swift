/// A connection whose database can be made smaller: by giving back the room that deleted rows have left.
///
/// A driver's connection may conform to it beside ``DriverConnection``, and the driver declares ``Capability/compaction``. It is
/// what `governor.compact(_:)` asks.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol CompactingConnection: DriverConnection {
  /// Writes tables anew, as small as they can be; all of them if none are named. Called outside of transactions, with no rows
  /// open.
  ///
  /// A database that can only do so as a whole does so, whichever of its tables are named.
  ///
  /// - Throws: `noSuchTable`, and what the database says.
  func compact(_ tables: [TableName]) throws(DatabaseError)
}
