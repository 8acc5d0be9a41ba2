extension Parameters {
  /// What a Codable value encodes, by the names of its columns: a key is a column, and a nested value is JSON.
  ///
  /// ```swift
  /// try db.execute("INSERT INTO genre (id, name) VALUES (:id, :name)", Parameters(encoding: genre))
  /// ```
  ///
  /// A property that is nil gives no value, by Swift's synthesised coding, so that its column is not named either: an upsert
  /// leaves what is there as it is. A type that is to write NULL says so in an `encode(to:)` of its own, or is given to
  /// `executeMany`, by which a parameter that nothing is encoded for is NULL.
  ///
  /// - Parameters:
  ///   - value: The value, whose type encodes keys: a structure, or a dictionary.
  ///   - strategy: How keys become names.
  /// - Throws: ``DatabaseError`` of kind `misuse` for a value without keys, that of a column that can't be encoded, and what the
  ///   value's own `encode(to:)` throws.
  public init(encoding value: some Encodable, strategy: RowCodingStrategy = .exact) throws {
    self.init(pairs: try RowEncoder.columns(of: value, strategy: strategy).map { ($0.name, $0.value) })
  }
}
