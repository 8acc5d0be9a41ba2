internal import Foundation

/// Bytes that are put together, numbers with the lowest byte first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init() {}
  init(_ fill: (inout ByteWriter) -> Void) { fill(&self) }

  mutating func add(_ number: UInt64) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
  }
  mutating func add(_ number: UInt32) {
    for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * shift))) }
  }
  mutating func addShort(_ number: Int) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }
  mutating func add(_ id: ShelfId) {
    add(id.high)
    add(id.low)
  }
  mutating func add(_ more: [UInt8]) { bytes += more }
  mutating func add(_ data: Data) { bytes.append(contentsOf: data) }

  /// Adds the length and text of at most 65,535 bytes; the rest of a longer text is dropped.
  mutating func add(_ text: String) {
    let text = text.utf8.prefix(0xFFFF)
    addShort(text.count)
    bytes += text
  }

  /// Zeros up to a multiple of eight.
  mutating func fillUp() { while bytes.count % 8 != 0 { bytes.append(0) } }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func replace(_ number: UInt64, at place: Int) {
    for shift in 0..<8 { bytes[place + shift] = UInt8(truncatingIfNeeded: number >> UInt64(8 * shift)) }
  }
  mutating func replace(_ number: UInt32, at place: Int) {
    for shift in 0..<4 { bytes[place + shift] = UInt8(truncatingIfNeeded: number >> UInt32(8 * shift)) }
  }
}
