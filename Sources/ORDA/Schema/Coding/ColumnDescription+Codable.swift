extension ColumnDescription: Codable {
  private enum CodingKeys: CodingKey {
    case name, declaredType, isNullable, defaultValue, primaryKeyPosition, generated, collation, isAutoIncrement
    case isHidden, comment
  }

  /// Reads what was written; what is left out is false, or unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      declaredType: try container.decodeIfPresent(String.self, forKey: .declaredType) ?? "",
      isNullable: try container.decode(Bool.self, forKey: .isNullable),
      defaultValue: try container.decodeIfPresent(String.self, forKey: .defaultValue),
      primaryKeyPosition: try container.decodeIfPresent(Int.self, forKey: .primaryKeyPosition),
      generated: try container.decodeIfPresent(Generation.self, forKey: .generated) ?? .none,
      collation: try container.decodeIfPresent(String.self, forKey: .collation),
      isAutoIncrement: try container.flag(.isAutoIncrement), isHidden: try container.flag(.isHidden),
      comment: try container.decodeIfPresent(String.self, forKey: .comment))
  }

  /// Writes the name, the type, whether it is nullable, and whatever else is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(declaredType, forKey: .declaredType)
    try container.encode(isNullable, forKey: .isNullable)
    try container.encodeIfPresent(defaultValue, forKey: .defaultValue)
    try container.encodeIfPresent(primaryKeyPosition, forKey: .primaryKeyPosition)
    if generated != .none { try container.encode(generated, forKey: .generated) }
    try container.encodeIfPresent(collation, forKey: .collation)
    try container.encode(ifTrue: isAutoIncrement, forKey: .isAutoIncrement)
    try container.encode(ifTrue: isHidden, forKey: .isHidden)
    try container.encodeIfPresent(comment, forKey: .comment)
  }
}

/// An object of the word `virtual` or `stored` and the expression; an empty one if nothing is computed.
extension ColumnDescription.Generation: Codable {
  private enum CodingKeys: CodingKey { case kind, expression }
  private enum Kind: String, Codable { case virtual, stored }

  /// Reads what was written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let expression = try container.decodeIfPresent(String.self, forKey: .expression)
    switch try container.decodeIfPresent(Kind.self, forKey: .kind) {
    case nil: self = .none
    case .virtual: self = .virtual(expression: expression)
    case .stored: self = .stored(expression: expression)
    }
  }

  /// Writes how the value comes about.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .none: break
    case .virtual(let expression):
      try container.encode(Kind.virtual, forKey: .kind)
      try container.encodeIfPresent(expression, forKey: .expression)
    case .stored(let expression):
      try container.encode(Kind.stored, forKey: .kind)
      try container.encodeIfPresent(expression, forKey: .expression)
    }
  }
}
