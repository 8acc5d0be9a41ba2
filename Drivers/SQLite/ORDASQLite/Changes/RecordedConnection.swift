internal import ORDA

/// What a recorder asks of the connection whose changes it takes down.
protocol RecordedConnection: AnyObject {
  var database: OpaquePointer { get }

  /// Runs a statement and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]]
  /// Compiles a statement; whoever asked finalizes it.
  func compile(_ sql: String, isPersistent: Bool) throws(DatabaseError) -> OpaquePointer
  /// What a table consists of; nil if there is none.
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription?
}
