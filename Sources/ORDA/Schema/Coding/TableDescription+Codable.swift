extension TableDescription.Kind: Codable {}

extension TableDescription: Codable {
  private enum CodingKeys: CodingKey {
    case name, kind, attributes, columns, primaryKey, foreignKeys, indexes, uniqueConstraints, checkConstraints,
      triggers
    case sql
  }

  /// Reads what was written; what is left out is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(TableName.self, forKey: .name),
      kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .table,
      attributes: try container.decodeIfPresent(Attributes.self, forKey: .attributes) ?? [],
      columns: try container.list(.columns), primaryKey: try container.list(.primaryKey),
      foreignKeys: try container.list(.foreignKeys), indexes: try container.list(.indexes),
      uniqueConstraints: try container.list(.uniqueConstraints),
      checkConstraints: try container.list(.checkConstraints), triggers: try container.list(.triggers),
      sql: try container.decodeIfPresent(String.self, forKey: .sql))
  }

  /// Writes the name, the kind, the columns, and whatever else is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    if !attributes.isEmpty { try container.encode(attributes, forKey: .attributes) }
    try container.encode(columns, forKey: .columns)
    try container.encode(ifAny: primaryKey, forKey: .primaryKey)
    try container.encode(ifAny: foreignKeys, forKey: .foreignKeys)
    try container.encode(ifAny: indexes, forKey: .indexes)
    try container.encode(ifAny: uniqueConstraints, forKey: .uniqueConstraints)
    try container.encode(ifAny: checkConstraints, forKey: .checkConstraints)
    try container.encode(ifAny: triggers, forKey: .triggers)
    try container.encodeIfPresent(sql, forKey: .sql)
  }
}

/// A list of words.
extension TableDescription.Attributes: Codable {
  private static let words: [(TableDescription.Attributes, String)] = [
    (.strict, "strict"), (.withoutRowID, "withoutRowID"), (.neverReusesKeys, "neverReusesKeys"),
    (.temporary, "temporary"),
  ]

  /// Reads words, ignoring unknown ones.
  public init(from decoder: any Decoder) throws {
    let found = try [String](from: decoder)
    self = []
    for (attribute, word) in Self.words where found.contains(word) { insert(attribute) }
  }

  /// Writes the words of the attributes.
  public func encode(to encoder: any Encoder) throws {
    try Self.words.filter { contains($0.0) }.map(\.1).encode(to: encoder)
  }
}
