import ORDAPlatform

/// The bytes of a source that are in memory: those that were read and not yet dropped.
struct ByteWindow<Source: ByteSource> {
  private var source: Source
  private var buffer: [UInt8]
  private let capacity: Int
  private var start = 0
  private var end = 0
  /// Where the window begins, in bytes of the source.
  private(set) var position = 0

  init(_ source: Source, capacity: Int = 1 << 16) {
    self.source = source
    self.capacity = max(16, capacity)
    buffer = [UInt8](repeating: 0, count: self.capacity)
  }

  /// How many bytes are in memory.
  var count: Int { end - start }

  /// A byte of the window, counted from its beginning.
  subscript(index: Int) -> UInt8 { buffer[start + index] }

  /// Reads more, into a larger buffer if this one is full; false at the source's end.
  mutating func fill() throws -> Bool {
    if count == 0 {
      start = 0
      end = 0
      // Free what one long line needed.
      if buffer.count > capacity { buffer = [UInt8](repeating: 0, count: capacity) }
    } else if start > 0, end == buffer.count {
      let kept = start..<end
      buffer.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { memmove(base, base + kept.lowerBound, kept.count) }
      }
      end = kept.count
      start = 0
    }
    if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    let added = try buffer.withUnsafeMutableBytes {
      try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
    }
    end += added
    return added > 0
  }

  /// The first place of a byte, starting at an index; nil if it is not in memory.
  func index(of byte: UInt8, from index: Int) -> Int? {
    guard index < count else { return nil }
    return buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + start + index, Int32(byte), count - index) else {
        return nil
      }
      return UnsafeRawPointer(found) - base - start
    }
  }

  /// Lends the first bytes.
  func withPrefix<R>(_ length: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try buffer.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<start + min(length, count)]))
    }
  }

  /// Drops the first bytes.
  mutating func drop(_ length: Int) {
    let length = min(length, count)
    start += length
    position += length
  }
}
