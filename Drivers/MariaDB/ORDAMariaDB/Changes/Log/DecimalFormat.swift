internal import ORDA

/// The layout of DECIMAL in the log: nine digits in four bytes each, counted from the point, the highest byte first,
/// with the first bit inverted, and all bits of a negative number.
enum DecimalFormat {
  /// How many bytes a group of fewer than nine digits takes.
  private static let sizes = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]

  /// How many bytes a cell takes.
  static func size(digits: Int, scale: Int) throws(DamagedEvent) -> Int {
    guard scale <= digits, digits <= 81 else { throw DamagedEvent() }
    let whole = digits - scale
    return whole / 9 * 4 + sizes[whole % 9] + scale / 9 * 4 + sizes[scale % 9]
  }

  /// The number in a cell of that size; nil if its bytes are not one.
  static func value(_ cell: UnsafeRawBufferPointer, digits: Int, scale: Int) -> ExactDecimal? {
    // A sign, a point, and 81 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 83) { text in
      let isNegative = (cell.first ?? 0x80) & 0x80 == 0
      let turned: UInt8 = isNegative ? 0xFF : 0
      var position = 0
      var count = 0
      var isNumber = true
      func put(_ byte: UInt8) {
        text[count] = byte
        count += 1
      }
      func put(digits: Int) {
        var number: UInt32 = 0
        for _ in 0..<sizes[digits] {
          number = number << 8 | UInt32(cell[position] ^ turned ^ (position == 0 ? 0x80 : 0))
          position += 1
        }
        for index in stride(from: count + digits - 1, through: count, by: -1) {
          text[index] = 0x30 + UInt8(truncatingIfNeeded: number % 10)
          number /= 10
        }
        count += digits
        if number != 0 { isNumber = false }
      }
      if isNegative { put(0x2D) }
      let whole = digits - scale
      put(digits: whole % 9)
      for _ in 0..<whole / 9 { put(digits: 9) }
      put(0x2E)
      for _ in 0..<scale / 9 { put(digits: 9) }
      put(digits: scale % 9)
      return isNumber ? ExactDecimal(utf8: UnsafeBufferPointer(rebasing: text[..<count])) : nil
    }
  }
}
