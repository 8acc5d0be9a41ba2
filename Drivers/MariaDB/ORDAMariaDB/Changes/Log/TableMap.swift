/// The table of the rows that follow, and their layout.
struct TableMap: Sendable {
  /// The number by which events of rows refer to the table, until the next file of the log.
  let id: UInt64
  let schema: String
  let table: String
  /// What it says about the columns, as the log has it: if this is the same as before, so are the columns.
  let body: [UInt8]
}

extension TableMap {
  /// Reads the event after its header.
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

/// What a table map says about a column.
struct LoggedColumn: Sendable, Equatable {
  /// The number of the type in the log.
  var type: UInt8
  /// What reading the type needs: a length, a precision.
  var metadata: UInt16
  /// Nil if the log does not say, and for anything but a number.
  var isUnsigned: Bool?
  /// The number of the collation; nil if the log does not say, and for anything but a string.
  var collation: UInt32?
  /// Nil if the log does not say; a server says it for `binlog_row_metadata=FULL`.
  var name: String?
  /// The words of an ENUM or SET, in their character set; nil if the log does not say.
  var labels: [[UInt8]]?
}
