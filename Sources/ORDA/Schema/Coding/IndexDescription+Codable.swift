extension IndexDescription: Codable {
  private enum CodingKeys: CodingKey { case name, columns, isUnique, isPrimaryKey, isPartial, predicate, declaration }

  /// Reads what was written; what is left out is false, or unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      columns: try container.decode([Part].self, forKey: .columns), isUnique: try container.flag(.isUnique),
      isPrimaryKey: try container.flag(.isPrimaryKey), isPartial: try container.flag(.isPartial),
      predicate: try container.decodeIfPresent(String.self, forKey: .predicate),
      declaration: try container.decodeIfPresent(String.self, forKey: .declaration))
  }

  /// Writes the name and the parts, and whatever else is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(columns, forKey: .columns)
    try container.encode(ifTrue: isUnique, forKey: .isUnique)
    try container.encode(ifTrue: isPrimaryKey, forKey: .isPrimaryKey)
    try container.encode(ifTrue: isPartial, forKey: .isPartial)
    try container.encodeIfPresent(predicate, forKey: .predicate)
    try container.encodeIfPresent(declaration, forKey: .declaration)
  }
}

/// An object with a `column`, or an `expression`, which may be unknown.
extension IndexDescription.Part: Codable {
  private enum CodingKeys: CodingKey { case column, expression, isDescending, collation }

  /// Reads what was written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let column = try container.decodeIfPresent(String.self, forKey: .column)
    let expression = try container.decodeIfPresent(String.self, forKey: .expression)
    self.init(
      column.map { .column($0) } ?? .expression(expression), isDescending: try container.flag(.isDescending),
      collation: try container.decodeIfPresent(String.self, forKey: .collation))
  }

  /// Writes what is indexed, and whatever else is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch term {
    case .column(let name): try container.encode(name, forKey: .column)
    case .expression(let text): try container.encode(text, forKey: .expression)
    }
    try container.encode(ifTrue: isDescending, forKey: .isDescending)
    try container.encodeIfPresent(collation, forKey: .collation)
  }
}
