#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Array: ValueConvertible, ColumnValue where Element == UInt8 {
  /// The bytes.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .bytes(self) }

  /// Binds the bytes.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    withUnsafeBytes { target.bind(bytes: $0, at: index) }
  }

  /// Reads bytes, and the bytes of a type without a Swift counterpart.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .bytes(let bytes), .other(_, let bytes): self = bytes
    default: throw .mismatch(value, as: [UInt8].self)
    }
  }

  /// Reads bytes.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> [UInt8]? {
    guard let bytes = source.bytes(cell) else { return nil }
    return Array(bytes)
  }
}

extension Data: ValueConvertible, ColumnValue {
  /// The bytes.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .bytes(Array(self)) }

  /// Binds the bytes.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    withUnsafeBytes { target.bind(bytes: $0, at: index) }
  }

  /// Reads bytes, and the bytes of a type without a Swift counterpart.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .bytes(let bytes), .other(_, let bytes): self = Data(bytes)
    default: throw .mismatch(value, as: Data.self)
    }
  }

  /// Reads bytes.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Data? {
    guard let bytes = source.bytes(cell) else { return nil }
    return Data(bytes)
  }
}
