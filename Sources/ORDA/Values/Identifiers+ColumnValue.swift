#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID: ValueConvertible, ColumnValue {
  /// The UUID.
  public func value() throws(DatabaseError) -> Value { .uuid(self) }

  /// From UUIDs, from text of 36 characters in either case, and from 16 bytes.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .uuid(let uuid): self = uuid
    case .text(let text):
      guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { throw .malformed(value, as: UUID.self) }
      self = uuid
    case .bytes(let bytes):
      guard let uuid = bytes.withUnsafeBytes({ UUID(bytes: $0) }) else { throw .malformed(value, as: UUID.self) }
      self = uuid
    default: throw .mismatch(value, as: UUID.self)
    }
  }

  /// Reads 16 bytes.
  public static func read(from source: any RowSource, at cell: Int) -> UUID? {
    guard let bytes = source.bytes(cell) else { return nil }
    return UUID(bytes: bytes)
  }

  private init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

extension URL: ValueConvertible, ColumnValue {
  /// The URL's text, without a base.
  public func value() throws(DatabaseError) -> Value { .text(absoluteString) }

  /// From text.
  public init(value: Value) throws(DatabaseError) {
    guard case .text(let text) = value else { throw .mismatch(value, as: URL.self) }
    guard let url = URL(string: text) else { throw .malformed(value, as: URL.self) }
    self = url
  }
}
