internal import ORDA

/// What a recorder needs of the connection whose changes it records.
protocol RecordedConnection: AnyObject {
  var database: OpaquePointer { get }

  /// Runs a statement and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]]
  /// Compiles a statement; the caller finalizes it.
  func compile(_ sql: String, isPersistent: Bool) throws(DatabaseError) -> OpaquePointer
  /// Describes a table; nil if there is none.
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription?
}
