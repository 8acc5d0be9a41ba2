internal import ORDA

/// An id as it is in a column: sixteen bytes, which every database orders as ids are ordered.
///
/// A database's own type for UUIDs may not: MariaDB compares the parts of some of them in another order.
struct StoredId: ValueConvertible, ColumnValue {
  static let type = ColumnType.bytes(maximum: 16)

  let id: ShelfId

  init(_ id: ShelfId) { self.id = id }

  private init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    id = ShelfId(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  func value() throws(DatabaseError) -> Value { .bytes(withBytes { Array($0) }) }

  func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    withBytes { target.bind(bytes: $0, at: index) }
  }

  init(value: Value) throws(DatabaseError) {
    let bytes = try [UInt8](value: value)
    guard let id = bytes.withUnsafeBytes({ StoredId(bytes: $0) }) else {
      throw DatabaseError(.typeMismatch, "an object's id has \(bytes.count) bytes, and not 16")
    }
    self = id
  }

  static func read(from source: any RowSource, at cell: Int) -> StoredId? {
    source.bytes(cell).flatMap { StoredId(bytes: $0) }
  }

  private func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian), body)
  }
}

extension ShelfId {
  /// The id of a changed row; nil if the key is not an id.
  init?(_ key: RowKey) {
    guard let value = key.values.first, let stored = try? StoredId(value: value) else { return nil }
    self = stored.id
  }
}
