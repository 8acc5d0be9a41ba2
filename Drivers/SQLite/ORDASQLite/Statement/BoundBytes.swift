/// Strings and bytes that are bound to a statement, kept in the statement's own memory until it is reset.
///
/// SQLite is told that they stay in place (SQLITE_STATIC), and so copies none. They are in one block that each
/// execution uses again; if it is too small, another is allocated and the full one kept until the reset.
struct BoundBytes: ~Copyable {
  private var block: UnsafeMutableRawBufferPointer
  private var used = 0
  private var full: [UnsafeMutableRawBufferPointer] = []

  /// A block up to this size is kept for the next execution.
  private static let keptSize = 64 * 1024

  init() { block = UnsafeMutableRawBufferPointer(start: nil, count: 0) }

  deinit {
    block.deallocate()
    for block in full { block.deallocate() }
  }

  /// A copy that stays in place until ``reset()``; never nil, since SQLite takes a null pointer for NULL.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    if block.count - used < max(bytes.count, 1) { grow(for: bytes.count) }
    // `grow` left room for at least one byte, so the block has an address. Slices of the block instead of pointers
    // would be checked three times for each string.
    guard let base = block.baseAddress else { return UnsafeRawPointer(Self.nowhere) }
    let place = base + used
    if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
    used += bytes.count
    return UnsafeRawPointer(place)
  }

  /// The address of an empty string.
  private static var nowhere: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 0x1000).unsafelyUnwrapped }

  private mutating func grow(for count: Int) {
    if used > 0 { full.append(block) } else { block.deallocate() }
    block = .allocate(byteCount: max(512, min(block.count * 2, Self.keptSize), count + 1), alignment: 1)
    used = 0
  }

  /// Forgets everything; call it only after the statement was reset.
  @inline(__always)
  mutating func reset() {
    if used != 0 { forget() }
  }

  private mutating func forget() {
    used = 0
    if !full.isEmpty {
      for block in full { block.deallocate() }
      full = []
    }
    if block.count > Self.keptSize {
      block.deallocate()
      block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
  }
}
