public import Foundation
internal import ORDA

extension GovernorShelfStore: BinaryShelfStore {
  /// A part of an object's bytes.
  public func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data? {
    let (statements, part) = (try await opened().statements, BinaryPart(id, object, from: offset, count: count))
    return try await db.withConnection(.reader) { _ in try part.read(statements) }
  }
}

/// A part of an object's bytes, which are in rows.
struct BinaryPart: Sendable {
  private let id: StoredId
  private let object: StoredId
  private let offset: Int
  private let count: Int

  init(_ id: ShelfId, _ object: ShelfId, from offset: Int, count: Int) {
    (self.id, self.object) = (StoredId(id), StoredId(object))
    self.offset = max(0, offset)
    self.count = max(0, count)
  }

  /// Reads it, on the connection's own thread; nil if there are no such bytes.
  func read(_ statements: ShelfStatements) throws -> Data? {
    let length = ShelfTables.partLength
    let first = offset / length
    let last = count > Int.max - offset ? Int.max : max(first, (offset + count - 1) / length)
    var (bytes, isThere) = (Data(), false)
    try statements.binaryParts.forEach(object, id, first, last) { row in
      isThere = true
      bytes += try row.get(0, as: Data.self)
    }
    if !isThere, first > 0 { try statements.binaryParts.forEach(object, id, 0, 0) { _ in isThere = true } }
    return isThere ? bytes.part(from: offset - first * length, count: count) : nil
  }
}
