/// The change of one row.
public struct RowChange: Sendable {
  /// What happened to the row.
  public enum Kind: String, Sendable, Hashable {
    /// It is new.
    case insert
    /// It is the same row with other values.
    case update
    /// It is gone.
    case delete
  }

  /// What happened to the row.
  public let kind: Kind
  /// The names of the table and its columns.
  public let layout: RowLayout
  /// The row's key, as stored: before the change, or for a new row after it.
  public let key: RowKey
  /// The key after the change, if an update changed it.
  public let newKey: RowKey?
  /// The changed columns, without an array if there is one.
  public let changed: ChangedCells

  /// A change.
  public init(kind: Kind, layout: RowLayout, key: RowKey, newKey: RowKey? = nil, cells: [ChangedCell]?) {
    self.init(kind: kind, layout: layout, key: key, newKey: newKey, changed: ChangedCells(cells))
  }

  /// A change, without an array if one column changed.
  public init(kind: Kind, layout: RowLayout, key: RowKey, newKey: RowKey?, changed: ChangedCells) {
    self.kind = kind
    self.layout = layout
    self.key = key
    self.newKey = newKey
    self.changed = changed
  }

  /// The changed columns, in the order of the table: for an update those with another value now, otherwise all. Nil if
  /// they are not known.
  public var cells: [ChangedCell]? { changed.array }

  /// The table, named as the database names it, with its schema.
  public var table: TableName { layout.table }

  /// The names of the columns that changed; nil if they are not known.
  public var columns: [String]? { cells.map { $0.map { layout.columns[$0.column] } } }

  /// What a column holds now; nil if it did not change, there is none of that name, or the value is not known.
  public func new(_ column: String) -> Value? { cell(column)?.new }

  /// What a column held before; nil if it did not change, there is none of that name, or the value is not known.
  public func old(_ column: String) -> Value? { cell(column)?.old }

  private func cell(_ column: String) -> ChangedCell? {
    guard let index = layout.index(of: column) else { return nil }
    return cells?.first { $0.column == index }
  }
}

/// One column's part in a change.
public struct ChangedCell: Sendable, Hashable {
  /// The column's place in ``RowLayout/columns``.
  public let column: Int
  /// The value before; nil if there was no row, or the value is not known.
  public let old: Value?
  /// The value now; nil if there is no row any more, or the value is not known.
  public let new: Value?

  /// The longest text or blob that is reported, in bytes: for a longer one drivers only report that it changed.
  public static let longestValue = 65_536

  /// A column's change.
  public init(column: Int, old: Value? = nil, new: Value? = nil) {
    self.column = column
    self.old = old
    self.new = new
  }
}
