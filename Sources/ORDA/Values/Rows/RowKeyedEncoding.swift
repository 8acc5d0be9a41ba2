/// A row as a keyed container: each key is a column.
struct RowKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: RowSink

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { sink.putNull(key.stringValue) }

  @inline(__always)
  private func putIfPresent<T: ValueConvertible>(_ value: T?, _ key: Key) throws {
    if let value { try sink.put(value, key.stringValue) }
  }

  // MARK: Types that Swift's coding knows, each without a generic call

  func encode(_ value: Bool, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: String, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Double, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Float, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Int, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Int8, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Int16, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Int32, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: Int64, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: UInt, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: UInt8, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: UInt16, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: UInt32, forKey key: Key) throws { try sink.put(value, key.stringValue) }
  func encode(_ value: UInt64, forKey key: Key) throws { try sink.put(value, key.stringValue) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try putIfPresent(value, key) }

  // MARK: All other types

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try sink.encode(value, key.stringValue) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try sink.encode(value, key.stringValue) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(NowhereKeyedEncoding<Nested>(encoder: refuse()))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NowhereEncoding(encoder: refuse()) }

  /// A superclass writes its own columns of the same row.
  func superEncoder() -> any Encoder { RowEncoder(sink) }

  func superEncoder(forKey key: Key) -> any Encoder { refuse() }

  private func refuse() -> CellEncoder {
    sink.failure =
      sink.failure
      ?? DatabaseError(.unsupported, "a column has no nested container; encode a nested Codable type instead")
    return CellEncoder(sink)
  }
}
