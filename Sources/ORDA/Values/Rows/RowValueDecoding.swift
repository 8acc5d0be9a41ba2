/// A row as an array: one element a column, in order.
struct RowUnkeyedDecoding: UnkeyedDecodingContainer {
  let cursor: RowCursor
  var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { cursor.names.count }
  var isAtEnd: Bool { currentIndex >= cursor.names.count }

  private func column() throws(DatabaseError) -> Int {
    guard !isAtEnd else {
      throw DatabaseError(.noSuchColumn, "the result has no column beyond its \(cursor.names.count)")
    }
    return currentIndex
  }

  mutating func decodeNil() throws -> Bool {
    guard cursor.isNull(try column()) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try cursor.decode(type, column: try column())
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NeedsJSON()
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = CellDecoder(cursor, column: try column())
    currentIndex += 1
    return decoder
  }
}

/// A row as a single value: its only column, or the whole row for a type that only wraps another.
struct RowSingleDecoding: SingleValueDecodingContainer {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.cursor.names.count == 1 && decoder.cursor.isNull(0) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if decoder.cursor.native(type) == nil { return try T(from: decoder) }
    return try decoder.cursor.decode(type, column: try decoder.onlyColumn())
  }
}

/// One cell, for a type that reads a single value, such as an enum with its raw value.
final class CellDecoder: Decoder, SingleValueDecodingContainer {
  private let cursor: RowCursor
  private let column: Int

  init(_ cursor: RowCursor, column: Int) {
    self.cursor = cursor
    self.column = column
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw NeedsJSON() }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { cursor.isNull(column) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if cursor.native(type) == nil { return try T(from: self) }
    return try cursor.decode(type, column: column)
  }
}
