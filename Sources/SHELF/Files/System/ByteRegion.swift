internal import ORDAPlatform

/// Bytes that are read and never changed here: a mapped file's, or a copy.
///
/// Everything outside is zero: the numbers that lead to a place come from a file, and may be wrong.
final class ByteRegion: @unchecked Sendable {
  // Proof: the pointers never change, and what they point to is only read.
  private let memory: UnsafeRawPointer?
  private let isMapped: Bool
  let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    isMapped = false
    if bytes.isEmpty {
      memory = nil
    } else {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
      UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
      memory = UnsafeRawPointer(copy)
    }
  }

  /// Takes ownership of a mapping.
  init(mapped memory: UnsafeMutableRawPointer, count: Int) {
    self.memory = UnsafeRawPointer(memory)
    self.count = count
    isMapped = true
  }

  deinit {
    guard let memory else { return }
    if isMapped { munmap(UnsafeMutableRawPointer(mutating: memory), count) } else { memory.deallocate() }
  }

  func contains(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count - offset
  }

  func number(at offset: Int) -> UInt64 {
    guard contains(offset, 8), let memory else { return 0 }
    return UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// A count of things here, or the place of one: clamped between zero and the number of bytes.
  func extent(at offset: Int) -> Int { Int(min(number(at: offset), UInt64(count))) }

  func smallNumber(at offset: Int) -> UInt32 {
    guard contains(offset, 4), let memory else { return 0 }
    return UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func shortNumber(at offset: Int) -> Int {
    guard contains(offset, 2), let memory else { return 0 }
    return Int(UInt16(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  func id(at offset: Int) -> ShelfId { ShelfId(high: number(at: offset), low: number(at: offset + 8)) }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard contains(offset, count), count > 0, let memory else { return [] }
    return Array(UnsafeRawBufferPointer(start: memory + offset, count: count))
  }

  func text(at offset: Int, count: Int) -> String {
    guard contains(offset, count), count > 0, let memory else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: memory + offset, count: count), as: UTF8.self)
  }

  func sum(at offset: Int, count: Int) -> UInt64 {
    guard contains(offset, count), let memory else { return 0 }
    return checksum(UnsafeRawBufferPointer(start: memory + offset, count: count))
  }

  /// True if a string's bytes are there.
  func holds(_ text: [UInt8], at offset: Int) -> Bool {
    guard contains(offset, text.count), let memory else { return false }
    return text.withUnsafeBytes { $0.baseAddress.map { memcmp($0, memory + offset, text.count) == 0 } ?? true }
  }

  /// How bytes here compare with others: negative if they come first.
  func order(at offset: Int, count: Int, beside other: [UInt8]) -> Int {
    guard contains(offset, count), let memory else { return -1 }
    let order = other.withUnsafeBytes { bytes in
      bytes.baseAddress.map { Int(memcmp(memory + offset, $0, min(count, bytes.count))) } ?? 0
    }
    return order != 0 ? order : count - other.count
  }
}
