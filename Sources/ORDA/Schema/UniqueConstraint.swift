/// A group of columns that holds no combination of values twice; a combination with a NULL in it never counts as the same.
public struct UniqueConstraint: Sendable, Hashable, Codable {
  /// The constraint's name, or else the index's; nil if a constraint was given none.
  public var name: String?
  /// The columns, in the order of the index that keeps them unique.
  public var columns: [String]

  /// A constraint by its name and columns.
  public init(name: String? = nil, columns: [String]) {
    self.name = name
    self.columns = columns
  }

  /// The constraint that a unique index amounts to.
  ///
  /// Nil for an index that is not unique, belongs to the primary key, is of some rows only, or holds an expression.
  public init?(index: IndexDescription) {
    guard index.isUnique, !index.isPrimaryKey, !index.isPartial, let columns = index.columnNames else { return nil }
    self.init(name: index.name, columns: columns)
  }
}
