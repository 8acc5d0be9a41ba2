public import Foundation

/// The id of an object: a UUID, which JSON has as 22 characters.
///
/// ```swift
/// let dax = User(id: .init(), name: "Dax")
/// ```
public struct ShelfId: Sendable, Hashable {
  // Two numbers are faster to hash and compare than sixteen bytes.
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new random id: no other object has it, or ever will.
  public init() {
    self.init(high: .random(in: .min ... .max), low: .random(in: .min ... .max), version: 4)
  }

  /// The id with a UUID's bytes.
  public init(_ uuid: UUID) {
    (high, low) = withUnsafeBytes(of: uuid.uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  /// The id that no object has: all of its bits are zero.
  public static let null = ShelfId(high: 0, low: 0)

  /// The UUID.
  public var uuid: UUID {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }

  /// Random bits, with a UUID's bits that say how it was made (RFC 9562, section 5.4).
  private init(high: UInt64, low: UInt64, version: UInt64) {
    self.high = high & ~0xF000 | version << 12
    self.low = low & ~(0b11 << 62) | 0b10 << 62
  }
}

extension ShelfId: Comparable {
  /// By the UUIDs' bytes.
  public static func < (left: ShelfId, right: ShelfId) -> Bool { (left.high, left.low) < (right.high, right.low) }
}
