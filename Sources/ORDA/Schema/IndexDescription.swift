/// A database's description of one index.
public struct IndexDescription: Sendable, Hashable {
  /// The name; made by the database if the index belongs to a constraint.
  public var name: String
  /// What is indexed, the most significant first.
  public var columns: [Part]
  /// True if no two rows have the same values; rows with a NULL among them never count as the same.
  public var isUnique: Bool
  /// True if the index serves the primary key.
  public var isPrimaryKey: Bool
  /// True if only some of the rows are indexed.
  public var isPartial: Bool
  /// The condition for the indexed rows, as SQL text; nil for an index of all rows, and if it is unknown.
  public var predicate: String?
  /// What stands behind the table's name where the index is created, in the database's own words, such as `USING gin
  /// (tags)`; nil where ``columns`` and ``predicate`` say all.
  public var declaration: String?

  /// An index, by default of all rows and not unique.
  public init(
    name: String, columns: [Part], isUnique: Bool = false, isPrimaryKey: Bool = false, isPartial: Bool = false,
    predicate: String? = nil, declaration: String? = nil
  ) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.isPrimaryKey = isPrimaryKey
    self.isPartial = isPartial
    self.predicate = predicate
    self.declaration = declaration
  }

  /// The names of the indexed columns, or nil if an expression is indexed.
  public var columnNames: [String]? {
    var names: [String] = []
    for part in columns {
      guard case .column(let name) = part.term else { return nil }
      names.append(name)
    }
    return names
  }

  /// One column or expression of an index.
  public struct Part: Sendable, Hashable {
    /// What is indexed.
    public var term: Term
    /// True if the order is descending.
    public var isDescending: Bool
    /// The collation that the index compares by, or nil if the database does not report it.
    public var collation: String?

    /// A part, by default in ascending order.
    public init(_ term: Term, isDescending: Bool = false, collation: String? = nil) {
      self.term = term
      self.isDescending = isDescending
      self.collation = collation
    }
  }

  /// What a part of an index holds.
  public enum Term: Sendable, Hashable {
    /// A column, by name.
    case column(String)
    /// An expression as SQL text, nil if the database does not report it.
    case expression(String?)
  }
}
