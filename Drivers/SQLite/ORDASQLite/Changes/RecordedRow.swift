internal import CSQLite
internal import ORDA

/// A row's change as the hook took it down.
enum RecordedRow {
  /// With the names of its table.
  case told(RowChange)
  /// Of a table whose columns are not known yet: they can't be asked for inside the hook.
  case raw(RawRow)
}

/// A row's change without names: all of its values.
struct RawRow {
  var kind: RowChange.Kind
  var oldRowID: Int64
  var newRowID: Int64
  /// The values of all columns; empty where there was no row before.
  var old: [Value?]
  /// The values of all columns; empty where there is no row any more.
  var new: [Value?]
  /// The columns that differ; of a new or deleted row all.
  var changed: [Int]

  /// The change by names; nil where its key can't be told.
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

  /// About how many bytes it takes.
  var size: Int { 64 + (old + new).reduce(0) { $0 + 24 + ($1?.contentSize ?? 0) } }
}

extension Value {
  /// A value that a hook lends; nil for one that is too long to be carried, or missing.
  init?(told value: OpaquePointer?, isReal: Bool) {
    guard let value else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER where isReal: self = .double(Double(sqlite3_value_int64(value)))
    case SQLITE_TEXT, SQLITE_BLOB:
      if sqlite3_value_bytes(value) > Self.longestTold { return nil }
      self = Value(sqlite: value)
    default: self = Value(sqlite: value)
    }
  }
}

/// True where a hook's two values are the same, byte by byte, without a copy of either.
@inline(__always)
func isSameValue(_ old: OpaquePointer?, _ new: OpaquePointer?, isReal: Bool) -> Bool {
  orda_sqlite3_is_same(old, new, isReal ? 1 : 0) != 0
}
