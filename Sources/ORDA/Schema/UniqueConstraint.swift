/// A group of columns that holds no combination of values twice; a combination with a NULL in it never counts as the same.
public struct UniqueConstraint: Sendable, Hashable, Codable {
  /// The constraint's name, otherwise the index's; nil if a constraint has none.
  public var name: String?
  /// The columns, in the order of the index that keeps them unique.
  public var columns: [String]

  /// A constraint by its name and columns.
  public init(name: String? = nil, columns: [String]) {
    self.name = name
    self.columns = columns
  }

  /// The constraint that corresponds to a unique index.
  ///
  /// Nil for an index that is not unique, belongs to the primary key, covers only some rows, or contains an expression.
  public init?(index: IndexDescription) {
    guard index.isUnique, !index.isPrimaryKey, !index.isPartial, let columns = index.columnNames else { return nil }
    self.init(name: index.name, columns: columns)
  }
}
