extension Parameters {
  /// What a Codable value encodes, by the names of its columns: a key is a column, and a nested value is JSON.
  ///
  /// ```swift
  /// try db.execute("INSERT INTO genre (id, name) VALUES (:id, :name)", Parameters(encoding: genre))
  /// ```
  ///
  /// With Swift's synthesised coding, a nil property gives no value, so its column is not named either: an upsert
  /// leaves the existing value. To write NULL, a type needs its own `encode(to:)`, or use `executeMany`, where a
  /// parameter without an encoded value is NULL.
  ///
  /// - Parameters:
  ///   - value: The value, whose type encodes keys: a structure, or a dictionary.
  ///   - strategy: How keys become names.
  /// - Throws: ``DatabaseError`` of kind `misuse` for a value without keys, and for a column's value that can't be
  ///   encoded, and what the value's own `encode(to:)` throws.
  public init(encoding value: some Encodable, strategy: RowCodingStrategy = .exact) throws {
    self.init(pairs: try RowEncoder.columns(of: value, strategy: strategy).map { ($0.name, $0.value) })
  }
}
