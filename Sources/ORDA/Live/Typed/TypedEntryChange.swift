/// What changed in an entry, seen through a schema.
public struct TypedEntryChange<Schema: TableSchema>: Sendable {
  /// The change.
  public let change: EntryChange

  init(_ change: EntryChange) { self.change = change }

  /// True if the row is gone; no further change follows.
  public var isDeleted: Bool { change.isDeleted }
  /// The names of the columns that changed, in the order of the table.
  public var columns: [String] { change.columns }

  /// True if a column changed.
  public func contains<T>(_ column: KeyPath<Schema, TableColumn<Schema, T>>) -> Bool {
    change.names.index(of: Schema()[keyPath: column].name).map(change.columnSet.contains) ?? false
  }
}
