/// All values of an entry at one moment.
public struct EntrySnapshot: Sendable {
  /// The row's key.
  public let key: RowKey
  /// True if the row was gone.
  public let isDeleted: Bool
  let names: ColumnNames
  /// The values, in the order of the columns.
  public let values: [Value]

  /// The names of the columns, in order.
  public var columnNames: [String] { names.names }

  /// A column's value; NULL for a name that no column has.
  public subscript(name: String) -> Value { names.index(of: name).map { values[$0] } ?? .null }

  /// The values by the names of their columns.
  public var dictionary: [String: Value] {
    Dictionary(zip(names.names, values), uniquingKeysWith: { first, _ in first })
  }
}

extension DatabaseError {
  /// What the row holds, if it is not what the program expects (`changedMeanwhile`); no description shows it.
  public var found: EntrySnapshot? {
    get { foundRow as? EntrySnapshot }
    set { foundRow = newValue }
  }
}
