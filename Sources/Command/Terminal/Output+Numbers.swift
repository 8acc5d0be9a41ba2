extension Output {
  /// Writes a whole number in decimal digits.
  func write(number: Int64) {
    if number < 0 { write(0x2D) }
    write(number: number.magnitude)
  }

  /// Writes a whole number in decimal digits.
  func write(number: UInt64) {
    var (rest, width) = (number, 1)
    while rest >= 10 {
      rest /= 10
      width += 1
    }
    withRoom(20) { room in
      var rest = number
      var index = width
      while index > 0 {
        index &-= 1
        room[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      return width
    }
  }

  /// Writes a finite number in the fewest digits that read as the same number; a whole one keeps its point: `1.0`,
  /// `0.1`, `1e+300`.
  func write(number: Double) { write(number.description) }

  /// Writes bytes as pairs of lower-case hexadecimal digits.
  func write(hex bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      write(Self.hexDigit(byte >> 4))
      write(Self.hexDigit(byte & 15))
    }
  }

  /// The lower-case digit of a number below 16.
  static func hexDigit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 &+ number : 0x57 &+ number }
}
