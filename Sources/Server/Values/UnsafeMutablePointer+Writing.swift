extension UnsafeMutablePointer<UInt8> {
  /// Writes bytes here, and returns how many.
  @inline(__always)
  func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if let start = bytes.baseAddress { update(from: start, count: bytes.count) }
    return bytes.count
  }

  /// Writes a number's digits here, 20 at most, and returns how many.
  @inline(__always)
  func write(digits number: UInt64) -> Int {
    var end = self
    var bound: UInt64 = 10
    while number >= bound {
      end += 1
      if bound > UInt64.max / 10 { break }
      bound &*= 10
    }
    var place = end
    var rest = number
    while place > self {
      place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      place -= 1
    }
    place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    return end - self + 1
  }
}
