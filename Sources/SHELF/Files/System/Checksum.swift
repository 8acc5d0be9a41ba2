internal import Foundation

/// A 64-bit sum of bytes, the same on every machine: each bit of them changes about half of its bits.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  let (first, second): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
  var (sum, place) = (mix(UInt64(bytes.count) ^ first, second), 0)
  while place + 16 <= bytes.count {
    let left = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    let right = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
    sum = mix(left ^ first ^ sum, right ^ second) ^ sum.rotated(by: 23)
    place += 16
  }
  var (left, right, shift): (UInt64, UInt64, UInt64) = (0, 0, 0)
  while place < bytes.count {
    if shift < 64 { left |= UInt64(bytes[place]) << shift } else { right |= UInt64(bytes[place]) << (shift - 64) }
    shift += 8
    place += 1
  }
  sum = mix(left ^ first ^ sum, right ^ second) ^ sum.rotated(by: 23)
  return mix(sum ^ second, first)
}

func checksum(of data: Data) -> UInt64 { data.withUnsafeBytes { checksum($0) } }
func checksum(of bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { checksum($0) } }

extension ShelfRevision {
  /// The revision of contents is their sum: an edit by another program changes it, too.
  init(of contents: Data) { self.init(checksum(of: contents)) }
}

private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}

extension UInt64 {
  fileprivate func rotated(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
