internal import ORDA

/// A value that the server returns part by part.
///
/// Between two parts nothing is open, so that the program may use the connection.
final class PostgreSQLValueReader: DriverValueReader {
  private let statement: PostgreSQLStatement
  private let place: ValuePlace
  private let keys: [Value]
  private let chunkSize: Int
  private(set) var count: Int?
  /// How many bytes came in the parts before.
  private var position = 0
  private var part: [UInt8] = []
  /// How much of the part was lent.
  private var lent = 0
  private let chunk = LentBytes()

  /// The most bytes of a part. Where the server keeps a value compressed it unpacks the whole for each part, so large
  /// ones should have few.
  private static let partSizes = (ordinary: 4 << 20, large: 16 << 20)

  init(_ statement: PostgreSQLStatement, _ place: ValuePlace, chunkSize: Int) throws(DatabaseError) {
    self.statement = statement
    self.place = place
    self.chunkSize = max(1, chunkSize)
    do throws(DatabaseError) {
      keys = try place.keyValues()
      try fetchPart()
    } catch {
      statement.close()
      throw error
    }
  }

  private func fetchPart() throws(DatabaseError) {
    position += part.count
    lent = 0
    let size = (count ?? 0) > 64 << 20 ? Self.partSizes.large : Self.partSizes.ordinary
    defer { statement.reset() }
    statement.bind(Int64(position + 1), at: 0)
    statement.bind(Int64(size), at: 1)
    for (index, key) in keys.enumerated() { statement.bind(key, at: index + 2) }
    guard try statement.step() else { throw place.noSuchRow }
    let length = statement.int(0).map { Int(clamping: $0) }
    if position > 0, length != count {
      throw DatabaseError(.serialization, "the value was changed by another transaction while it was read")
    }
    count = length
    part = statement.bytes(1).map { Array($0) } ?? []
    if try statement.step() { throw place.severalRows }
    let left = (length ?? 0) - position
    if part.count > left || (part.isEmpty && left > 0) {
      throw DatabaseError(.protocolViolation, "the server gave another number of bytes than the value has")
    }
  }

  func next() throws(DatabaseError) -> UnsafeRawBufferPointer {
    if lent == part.count, position + part.count < count ?? 0 { try fetchPart() }
    let start = lent
    lent = min(part.count, start + chunkSize)
    chunk.copy(part[start..<lent])
    return chunk.bytes
  }

  func close() { statement.close() }
}

/// Memory that stays where it is while its bytes are lent.
private final class LentBytes {
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 8)
  private var count = 0

  deinit { memory.deallocate() }

  func copy(_ bytes: ArraySlice<UInt8>) {
    if bytes.count > memory.count {
      memory.deallocate()
      memory = .allocate(byteCount: bytes.count, alignment: 8)
    }
    memory.copyBytes(from: bytes)
    count = bytes.count
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }
}
