/// Which table the rows that follow are of, and how they lie.
struct TableMap: Sendable {
  /// The number by which the events of rows call the table, until the next file of the log.
  let id: UInt64
  let schema: String
  let table: String
  /// What it says of the columns, as it lies in the log: if it is the same as before, so are the columns.
  let body: [UInt8]
}

extension TableMap {
  /// Reads the event behind its header.
  init(_ bytes: inout LogBytes) throws(DamagedEvent) {
    id = try bytes.little(6)
    try bytes.skip(2)
    schema = try bytes.text(Int(try bytes.byte()))
    try bytes.skip(1)
    table = try bytes.text(Int(try bytes.byte()))
    try bytes.skip(1)
    body = Array(bytes.rest)
  }
}

/// What a table map says of a column.
struct LoggedColumn: Sendable, Equatable {
  /// The number of the type in the log.
  var type: UInt8
  /// What the type needs to be read: a length, a precision.
  var metadata: UInt16
  /// Nil if the log does not tell, and of what is not a number.
  var isUnsigned: Bool?
  /// The number of the collation; nil if the log does not tell, and of what is not a text.
  var collation: UInt32?
  /// Nil if the log does not tell, which a server does for `binlog_row_metadata=FULL`.
  var name: String?
  /// The words of an ENUM or SET, in their character set; nil if the log does not tell.
  var labels: [[UInt8]]?
}
