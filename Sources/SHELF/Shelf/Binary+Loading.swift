public import Foundation

extension Binary {
  /// Loads the bytes, so that the property has them.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The bytes.
  /// - Throws: ``ShelfError/missingBinary(_:)`` if somebody has meanwhile given the object other bytes, or deleted it:
  ///   then read it again. `misuse` if no shelf is known; ``ShelfError`` if the store can't be read.
  @discardableResult
  public mutating func load(from shelf: Shelf? = nil) async throws(ShelfError) -> Data {
    let loaded = try await loaded(from: shelf)
    bytes = loaded
    return loaded
  }

  /// Reads the bytes, without changing the property.
  ///
  /// - Parameter shelf: The shelf; nil for the one that this object was read from.
  /// - Returns: The bytes.
  /// - Throws: Like ``load(from:)``.
  public func loaded(from shelf: Shelf? = nil) async throws(ShelfError) -> Data {
    if let bytes { return bytes }
    return try await part(from: 0, count: count, shelf)
  }

  /// The bytes, a part at a time, so that they need not fit into memory.
  ///
  /// ```swift
  /// for try await part in user.$photo.chunks() { try file.write(contentsOf: part) }
  /// ```
  ///
  /// - Parameters:
  ///   - length: How many bytes a part has; the last one may have fewer.
  ///   - shelf: The shelf; nil for the one that this object was read from.
  public func chunks(of length: Int = 1 << 20, from shelf: Shelf? = nil) -> ShelfBinaryChunks {
    ShelfBinaryChunks(binary: self, length: max(1, length), shelf: shelf)
  }

  /// A part of the bytes.
  fileprivate func part(from offset: Int, count: Int, _ shelf: Shelf?) async throws(ShelfError) -> Data {
    if let bytes { return bytes.part(from: offset, count: count) }
    guard let id, let place, let reader = shelf ?? place.shelf?.reader as? Shelf else {
      throw .misuse(ReferenceLoader.missing)
    }
    guard let store = try await reader.store as? any BinaryShelfStore else { throw .missingBinary(place.object) }
    let part = try await reader.wrap {
      try await store.readBinary(id, of: place.object, from: offset, count: count)
    }
    guard let part, part.count == min(count, self.count - offset) else { throw .missingBinary(place.object) }
    return part
  }
}

/// Bytes that are read a part at a time. See ``Binary/chunks(of:from:)``.
public struct ShelfBinaryChunks: AsyncSequence, Sendable {
  /// A part.
  public typealias Element = Data
  /// What reading throws.
  public typealias Failure = ShelfError

  let binary: Binary
  let length: Int
  let shelf: Shelf?

  /// Begins with the first part.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  /// Reads a part when it is asked for.
  public struct Iterator: AsyncIteratorProtocol {
    let chunks: ShelfBinaryChunks
    private var offset = 0

    init(chunks: ShelfBinaryChunks) { self.chunks = chunks }

    /// The next part; nil after the last.
    public mutating func next() async throws(ShelfError) -> Data? { try await next(isolation: #isolation) }

    /// The next part; nil after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ShelfError) -> Data? {
      if offset >= chunks.binary.count { return nil }
      let part = try await chunks.binary.part(from: offset, count: chunks.length, chunks.shelf)
      offset += part.count
      return part
    }
  }
}
