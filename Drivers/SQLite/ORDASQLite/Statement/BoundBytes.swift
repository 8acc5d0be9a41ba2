/// Strings and bytes that are bound to a statement, kept in the statement's own memory until it is reset.
///
/// SQLite is told that they stay in place (SQLITE_STATIC), and so copies none. They are in one block that each
/// execution uses again; if it is too small, another is allocated and the full one kept until the reset.
struct BoundBytes: ~Copyable {
  private var block: UnsafeMutableRawBufferPointer
  /// Where the next bytes go, and how many fit there: always one more than none, so that empty ones have an address, too.
  private var next: UnsafeMutableRawPointer
  private var room = 0
  private var full: [UnsafeMutableRawBufferPointer] = []

  /// A block up to this size is kept for the next execution.
  private static let keptSize = 64 * 1024

  init() {
    block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    next = Self.nowhere
  }

  deinit {
    block.deallocate()
    for block in full { block.deallocate() }
  }

  /// A copy that stays in place until ``reset()``; never nil, since SQLite takes a null pointer for NULL.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    if bytes.count >= room { grow(for: bytes.count) }
    let place = next
    if let start = bytes.baseAddress {
      place.copyMemory(from: start, byteCount: bytes.count)
      next = place + bytes.count
      room &-= bytes.count
    }
    return UnsafeRawPointer(place)
  }

  /// An address that nothing is written to.
  private static var nowhere: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 0x1000).unsafelyUnwrapped }

  private mutating func grow(for count: Int) {
    if isUsed { full.append(block) } else { block.deallocate() }
    use(.allocate(byteCount: max(512, min(block.count * 2, Self.keptSize), count + 1), alignment: 1))
  }

  private mutating func use(_ block: UnsafeMutableRawBufferPointer) {
    self.block = block
    next = block.baseAddress ?? Self.nowhere
    room = block.count
  }

  private var isUsed: Bool { room != block.count }

  /// Forgets everything; call it only after the statement was reset.
  @inline(__always)
  mutating func reset() {
    if isUsed { forget() }
  }

  private mutating func forget() {
    if !full.isEmpty {
      for block in full { block.deallocate() }
      full = []
    }
    if block.count > Self.keptSize {
      block.deallocate()
      use(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    } else {
      use(block)
    }
  }
}
