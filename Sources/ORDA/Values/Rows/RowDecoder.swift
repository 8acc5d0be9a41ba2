/// Decodes rows as Codable types: a key is a column, and a nested value is JSON.
///
/// One decoder serves all rows of a result. It is not Sendable, and stays with its source: a type that keeps it, or one
/// of its containers, gets an error after ``end(_:)``.
final class RowDecoder: Decoder {
  @exclusivity(unchecked) private(set) var cursor: RowCursor
  private var keyType: ObjectIdentifier?
  /// The type of the last value that was known to have names.
  private var rowType: ObjectIdentifier?
  private var keyedContainer: AnyObject?

  /// A decoder for the rows of the source, one after another.
  init(source: any RowSource, base: Int = 0, names: ColumnNames, strategy: RowCodingStrategy = .exact) {
    cursor = RowCursor(source: source, base: base, names: names, strategy: strategy)
  }

  init(_ cursor: RowCursor) { self.cursor = cursor }

  /// Decodes the row whose first cell is `base`: for a statement's current row always 0.
  ///
  /// A type that is a ``ColumnValue`` itself is read from a row of one column.
  ///
  /// - Throws: ``DatabaseError``: `.noSuchColumn` for a key without a column, `.unexpectedNull`, `.typeMismatch` or
  ///   `.outOfRange` for a value, each with the column's name; and what a type's own `init(from:)` throws.
  func decode<T: Decodable>(_ type: T.Type, base: Int = 0) throws -> T {
    cursor.base = base
    cursor.position = 0
    do {
      if rowType != ObjectIdentifier(type) {
        if cursor.native(type) != nil { return try cursor.decode(type, column: try onlyColumn()) }
        rowType = ObjectIdentifier(type)
      }
      return try T(from: self)
    } catch let error as DatabaseError {
      throw error
    } catch is NeedsJSON {
      throw DatabaseError(.unsupported, "\(type) asks a column for a nested container; use a nested Codable type")
    } catch {
      throw cursor.named(error, column: -1)
    }
  }

  /// Takes the rows away from a decoder that a type has kept.
  static func end(_ decoder: inout RowDecoder) {
    decoder.keyedContainer = nil
    if isKnownUniquelyReferenced(&decoder), isKnownUniquelyReferenced(&decoder.cursor) { return }
    decoder.cursor.end()
  }

  /// The only column of a row that is read as a single value.
  func onlyColumn() throws(DatabaseError) -> Int {
    guard cursor.names.count == 1 else {
      throw DatabaseError(.misuse, "a single value is read from one column, and the result has \(cursor.names.count)")
    }
    return 0
  }

  // MARK: Decoder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // Each new container is an allocation; rows of one type share one, since it contains nothing of a row.
    guard keyType == ObjectIdentifier(Key.self), let keyedContainer else { return makeContainer(type) }
    return unsafeDowncast(keyedContainer, to: Kept<KeyedDecodingContainer<Key>>.self).copy()
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    let container = KeyedDecodingContainer(RowKeyedDecoding<Key>(cursor: cursor))
    keyType = ObjectIdentifier(Key.self)
    keyedContainer = Kept(container)
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { RowUnkeyedDecoding(cursor: cursor) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { RowSingleDecoding(decoder: self) }
}

/// A statement's rows, decoded one after another by the loops that the compiler writes out in a program.
@usableFromInline
struct DecodedRows {
  private var decoder: RowDecoder

  init(_ decoder: RowDecoder) { self.decoder = decoder }

  /// The current row.
  @usableFromInline
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }

  @usableFromInline
  mutating func end() { RowDecoder.end(&decoder) }
}

/// A container kept for the next row; the type of its keys determines its type.
final class Kept<Container> {
  private let container: Container
  init(_ container: Container) { self.container = container }

  /// The container. Copied here, where the object knows its type: a caller would have Swift look it up, in 300 instructions.
  @inline(never)
  func copy() -> Container { container }
}

/// Decodes one row.
///
/// - Throws: Like ``RowDecoder/decode(_:base:)``. For many rows, one decoder is much faster.
func decodeRow<T: Decodable>(
  _ type: T.Type, from source: any RowSource, base: Int = 0, names: ColumnNames, strategy: RowCodingStrategy = .exact
) throws -> T {
  var decoder = RowDecoder(source: source, base: base, names: names, strategy: strategy)
  defer { RowDecoder.end(&decoder) }
  return try decoder.decode(type, base: base)
}
