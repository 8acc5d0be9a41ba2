internal import ORDA

/// Bound values as the client library takes them: the bytes of all in one piece of memory, which is used again for
/// the next execution.
final class SentParameters {
  @exclusivity(unchecked) private var content: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var size = 0
  @exclusivity(unchecked) private var starts: [Int] = []
  @exclusivity(unchecked) private var pointers: [UnsafePointer<CChar>?] = []
  @exclusivity(unchecked) private var lengths: [Int32] = []
  @exclusivity(unchecked) private var formats: [Int32] = []

  init() {
    capacity = 256
    content = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { content.deallocate() }

  /// Forgets the values.
  func removeAll() {
    size = 0
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    releaseLarge()
  }

  /// Forgets the values where they are large: what one took is not kept for ever.
  func releaseLarge() {
    guard capacity > 1 << 20 else { return }
    size = 0
    allocate(256)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
  }

  private func allocate(_ capacity: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    if size > 0 { larger.copyMemory(from: content, byteCount: size) }
    content.deallocate()
    content = larger
    self.capacity = capacity
  }

  // MARK: Appending

  private func begin(_ length: Int, format: Int32) -> UnsafeMutableRawPointer {
    // A text ends with a NUL, by which the library finds its end.
    if size + length + 1 > capacity { allocate(max(capacity * 2, size + length + 1)) }
    starts.append(size)
    lengths.append(Int32(truncatingIfNeeded: length))
    formats.append(format)
    let place = content + size
    place.storeBytes(of: 0, toByteOffset: length, as: UInt8.self)
    size += length + 1
    return place
  }

  func appendNull() {
    starts.append(-1)
    lengths.append(0)
    formats.append(0)
  }

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
  ) -> R {
    pointers.removeAll(keepingCapacity: true)
    for start in starts {
      pointers.append(start < 0 ? nil : UnsafePointer((content + start).assumingMemoryBound(to: CChar.self)))
    }
    return pointers.withUnsafeBufferPointer { pointers in
      lengths.withUnsafeBufferPointer { lengths in
        formats.withUnsafeBufferPointer { formats in
          body(Int32(truncatingIfNeeded: starts.count), pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
        }
      }
    }
  }
}
