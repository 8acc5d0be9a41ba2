/// A name without a schema is a text, one with a schema an object of both.
extension TableName: Codable {
  private enum CodingKeys: CodingKey { case schema, name }

  /// Reads a text, or an object of a schema and a name.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name: text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      schema: try container.decodeIfPresent(String.self, forKey: .schema),
      name: try container.decode(String.self, forKey: .name))
  }

  /// Writes a text, or an object if there is a schema.
  public func encode(to encoder: any Encoder) throws {
    guard let schema else {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(name, forKey: .name)
  }
}
