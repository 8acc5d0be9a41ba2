internal import ORDA

/// Bound values as the client library takes them: the bytes of all in one piece of memory, which is used again for
/// the next execution.
final class SentParameters {
  @exclusivity(unchecked) private var content: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var size = 0
  /// The places of the values, which only the next execution overwrites: arrays that are emptied cost more than all the rest.
  @exclusivity(unchecked) private var places = Places(capacity: 8)
  @exclusivity(unchecked) private var count = 0

  /// What the library wants to be told of each value.
  private struct Places {
    let capacity: Int
    let starts: UnsafeMutablePointer<Int>
    let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
    let lengths: UnsafeMutablePointer<Int32>
    let formats: UnsafeMutablePointer<Int32>

    init(capacity: Int) {
      self.capacity = capacity
      starts = .allocate(capacity: capacity)
      pointers = .allocate(capacity: capacity)
      lengths = .allocate(capacity: capacity)
      formats = .allocate(capacity: capacity)
    }

    /// Twice as many, with the first ones copied.
    func doubled(_ count: Int) -> Places {
      let larger = Places(capacity: capacity * 2)
      larger.starts.update(from: starts, count: count)
      larger.lengths.update(from: lengths, count: count)
      larger.formats.update(from: formats, count: count)
      deallocate()
      return larger
    }

    func deallocate() {
      starts.deallocate()
      pointers.deallocate()
      lengths.deallocate()
      formats.deallocate()
    }
  }

  init() {
    capacity = 256
    content = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    content.deallocate()
    places.deallocate()
  }

  /// Forgets the values.
  func removeAll() {
    size = 0
    count = 0
    releaseLarge()
  }

  /// Forgets the values where they are large: what one took is not kept for ever.
  func releaseLarge() {
    guard capacity > 1 << 20 else { return }
    size = 0
    count = 0
    allocate(256)
  }

  private func allocate(_ capacity: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    if size > 0 { larger.copyMemory(from: content, byteCount: size) }
    content.deallocate()
    content = larger
    self.capacity = capacity
  }

  /// Notes a value that begins there; -1 for NULL.
  private func note(start: Int, length: Int, format: Int32) {
    if count == places.capacity { places = places.doubled(count) }
    places.starts[count] = start
    places.lengths[count] = Int32(truncatingIfNeeded: length)
    places.formats[count] = format
    count += 1
  }

  // MARK: Appending

  private func begin(_ length: Int, format: Int32) -> UnsafeMutableRawPointer {
    // A text ends with a NUL, by which the library finds its end.
    if size + length + 1 > capacity { allocate(max(capacity * 2, size + length + 1)) }
    note(start: size, length: length, format: format)
    let place = content + size
    place.storeBytes(of: 0, toByteOffset: length, as: UInt8.self)
    size += length + 1
    return place
  }

  func appendNull() { note(start: -1, length: 0, format: 0) }

  func append<T: FixedWidthInteger & BitwiseCopyable>(_ number: T) {
    begin(MemoryLayout<T>.size, format: 1).storeBytes(of: number.bigEndian, as: T.self)
  }

  /// - Parameter isBinary: False where the server is to read the bytes as a text.
  func append(_ bytes: UnsafeRawBufferPointer, isBinary: Bool, after head: UInt8? = nil) {
    let place = begin(bytes.count + (head == nil ? 0 : 1), format: isBinary ? 1 : 0)
    if let head { place.storeBytes(of: head, as: UInt8.self) }
    if let start = bytes.baseAddress {
      (place + (head == nil ? 0 : 1)).copyMemory(from: start, byteCount: bytes.count)
    }
  }

  func append(text: [UInt8]) { text.withUnsafeBytes { append($0, isBinary: false) } }

  // MARK: Sending

  /// Lends the values to a function of the library's.
  func withPointers<R>(
    _ body: (
      _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> R
  ) -> R { withPointers(from: 0, count: count, body) }

  /// Lends some of the values, which have to exist.
  func withPointers<R>(
    from first: Int, count: Int,
    _ body: (
      _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> R
  ) -> R {
    assert(first >= 0 && count >= 0 && first + count <= self.count)
    for index in first..<(first + count) {
      let start = places.starts[index]
      places.pointers[index] = start < 0 ? nil : UnsafePointer((content + start).assumingMemoryBound(to: CChar.self))
    }
    return body(
      Int32(truncatingIfNeeded: count), UnsafePointer(places.pointers + first), UnsafePointer(places.lengths + first),
      UnsafePointer(places.formats + first))
  }
}
