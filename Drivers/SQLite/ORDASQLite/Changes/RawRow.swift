internal import CSQLite
internal import ORDA

/// A change of a row whose table's columns are not known yet, since a hook can't ask for them: all of its values,
/// without names.
struct RawRow {
  var kind: RowChange.Kind
  var oldRowID: Int64
  var newRowID: Int64
  /// The values of all columns; empty if there was no row before.
  var old: [Value?]
  /// The values of all columns; empty if the row is gone.
  var new: [Value?]
  /// The columns that differ; for a new or deleted row all of them.
  var changed: [Int]

  /// The change by names; nil if its key is not known.
  func change(_ layout: SQLiteTableLayout) -> RowChange? {
    guard max(old.count, new.count) == layout.names.columns.count else { return nil }
    func value(_ values: [Value?], _ column: Int) -> Value? {
      guard column < values.count else { return nil }
      if layout.isReal[column], case .int(let number) = values[column] { return .double(Double(number)) }
      return values[column]
    }
    func key(_ values: [Value?], _ rowID: Int64) -> RowKey? {
      if layout.keyColumns.isEmpty { return RowKey(rowID) }
      guard layout.tellsValues else { return nil }
      let values = layout.keyColumns.compactMap { value(values, $0) }
      return values.count == layout.keyColumns.count ? RowKey(values) : nil
    }
    guard let first = kind == .insert ? key(new, newRowID) : key(old, oldRowID) else { return nil }
    var newKey: RowKey?
    if kind == .update, !new.isEmpty {
      guard let second = key(new, newRowID) else { return nil }
      if second != first { newKey = second }
    }
    let cells = changed.compactMap { column -> ChangedCell? in
      let (old, new) = (value(old, column), value(new, column))
      if kind == .update, let old, let new, old.isStoredAs(new) { return nil }
      return ChangedCell(column: column, old: old, new: new)
    }
    return RowChange(
      kind: kind, layout: layout.names, key: first, newKey: newKey, cells: layout.tellsValues ? cells : nil)
  }

  /// The layout of changes that stand for raw rows.
  private static let noLayout = RowLayout(
    table: TableName(name: ""), identity: TableName(name: ""), columns: [], keyColumns: [])

  /// The placeholder for a raw row among its transaction's changes, with the row's place in the list of raw rows.
  static func placeholder(at place: Int) -> RowChange {
    RowChange(kind: .update, layout: noLayout, key: RowKey(Int64(place)), cells: nil)
  }

  /// The place of the raw row that a change stands for; nil for a real change.
  static func place(of change: RowChange) -> Int? {
    guard change.layout === noLayout, case .int(let place)? = change.key.values.first else { return nil }
    return Int(place)
  }

  /// About how many bytes it takes.
  var size: Int { 64 + (old + new).reduce(0) { $0 + 24 + ($1?.contentSize ?? 0) } }
}

extension Value {
  /// A value that a hook lends; nil if it is too long to carry, or missing.
  init?(told value: OpaquePointer?, isReal: Bool) {
    guard let value else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER where isReal: self = .double(Double(sqlite3_value_int64(value)))
    case SQLITE_TEXT:
      // As bytes, since SQLite would copy a string to end it with a NUL. Ask for the count first: it converts to UTF-8.
      let count = Int(sqlite3_value_bytes(value))
      if count > ChangedCell.longestValue { return nil }
      let bytes = UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)
      self = TextDecoding.value(bytes.assumingMemoryBound(to: UInt8.self))
    case SQLITE_BLOB:
      if sqlite3_value_bytes(value) > ChangedCell.longestValue { return nil }
      self = Value(sqlite: value)
    default: self = Value(sqlite: value)
    }
  }
}

/// True if a hook's two values are the same, byte by byte, without copying either.
@inline(__always)
func isSameValue(_ old: OpaquePointer?, _ new: OpaquePointer?, isReal: Bool) -> Bool {
  orda_sqlite3_is_same(old, new, isReal ? 1 : 0) != 0
}
