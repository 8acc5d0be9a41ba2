public import Foundation

/// A store that keeps bytes beside an object's JSON, which names them: those of a ``Binary`` property.
///
/// Bytes belong to one object and never change: other bytes have another id. They come with a write of the object and
/// go with one, or with its deletion, everything or nothing: see ``ShelfWrite/Contents/binaries``.
public protocol BinaryShelfStore: ShelfStore {
  /// A part of an object's bytes.
  ///
  /// - Parameters:
  ///   - id: Which of the object's bytes.
  ///   - object: The object's id.
  ///   - offset: How many bytes come before the part.
  ///   - count: The maximum number of bytes.
  /// - Returns: As many as there are; none after the end. Nil if the object has no such bytes.
  func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data?
}

/// Bytes that are stored beside an object's JSON.
public struct ShelfBinary: Sendable, Hashable {
  /// The id by which the JSON names them.
  public var id: ShelfId
  /// The bytes; nil if the object has them already, and keeps them.
  public var content: Data?

  /// Bytes.
  public init(_ id: ShelfId, _ content: Data?) {
    self.id = id
    self.content = content
  }
}

extension Data {
  /// The bytes from a place on, at most `count`; none after the end.
  func part(from offset: Int, count: Int) -> Data {
    let rest = dropFirst(Swift.max(0, offset))
    return Data(rest.prefix(Swift.max(0, count)))
  }
}
