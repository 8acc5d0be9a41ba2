internal import ORDA

/// Rows that one statement changed, or some of them.
struct RowsEvent: Sendable {
  enum Kind: Sendable {
    case insert, update, delete
  }

  let kind: Kind
  /// The table, by its number in the ``TableMap``.
  let table: UInt64
  let columnCount: Int
  /// True if these are the statement's last rows: its table maps are then void.
  let endsStatement: Bool
  /// Which columns the rows have, a bit each: before an update or a delete, after an insert.
  let columns: [UInt8]
  /// Which columns they have after an update; otherwise the same.
  let columnsAfter: [UInt8]
  /// The rows, one after another.
  let bytes: [UInt8]
}

extension RowsEvent {
  /// Reads the event after its header.
  init(_ source: inout LogBytes, _ form: LogEventType.Rows) throws(DamagedEvent) {
    kind = form.kind
    table = try source.little(6)
    endsStatement = try source.load(UInt16.self) & 1 != 0
    if form.hasExtra {
      // Its size includes itself.
      try source.skip(Int(try source.load(UInt16.self)) - 2)
    }
    columnCount = try source.packed()
    // No event is that long; the rest does not overflow.
    guard columnCount <= Self.mostColumns else { throw DamagedEvent() }
    columns = Array(try source.take((columnCount + 7) / 8))
    columnsAfter = kind == .update ? Array(try source.take((columnCount + 7) / 8)) : columns
    bytes = form.isCompressed ? try CompressedPart.bytes(of: source.rest) : Array(source.rest)
  }

  /// A table has 4096 columns at most.
  static let mostColumns = 4096
}

/// A row before and after its change; nil if there was none, or is none any more.
struct LoggedRow: Sendable {
  var before: [LoggedCell]?
  var after: [LoggedCell]?
}

/// A column of a row in the log.
enum LoggedCell: Sendable, Equatable {
  /// The log omits it: `binlog_row_image` is MINIMAL or NOBLOB. After an update it is as before.
  case absent
  /// The log has it in a form that can't be read as a value: read it from the table.
  case unknown
  /// What a SELECT of the same cell returns.
  case value(Value)
}
