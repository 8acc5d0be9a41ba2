/// A row as a keyed container: each key is a column.
struct RowKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: RowCursor

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { cursor.names.names.compactMap { Key(stringValue: cursor.strategy.key($0)) } }

  func contains(_ key: Key) -> Bool { cursor.peek(key.stringValue) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let column = cursor.peek(key.stringValue)
    guard column >= 0 else { throw cursor.missing(key) }
    return cursor.isNull(column)
  }

  @inline(__always)
  private func read<T: ColumnValue>(_ type: T.Type, _ key: Key) throws -> T {
    let column = cursor.column(key.stringValue)
    guard column >= 0 else { throw cursor.missing(key) }
    return try cursor.read(type, column: column)
  }

  @inline(__always)
  private func readIfPresent<T: ColumnValue>(_ type: T.Type, _ key: Key) throws -> T? {
    let column = cursor.column(key.stringValue)
    return column < 0 ? nil : try cursor.readIfPresent(type, column: column)
  }

  // MARK: Types that Swift's coding knows, each without a generic call

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try readIfPresent(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try readIfPresent(type, key) }

  // MARK: All other types

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let column = cursor.column(key.stringValue)
    guard column >= 0 else { throw cursor.missing(key) }
    return try cursor.decode(type, column: column)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let column = cursor.column(key.stringValue)
    if column < 0 || cursor.isNull(column) { return nil }
    return try cursor.decode(type, column: column)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw NeedsJSON() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }

  /// A superclass reads its own columns of the same row.
  func superDecoder() throws -> any Decoder { RowDecoder(cursor) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let column = cursor.column(key.stringValue)
    guard column >= 0 else { throw cursor.missing(key) }
    return CellDecoder(cursor, column: column)
  }
}
