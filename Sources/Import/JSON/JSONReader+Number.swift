extension JSONReader {
  /// Reads a number; ``position`` is at its minus sign or first digit.
  mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = next == 0x2D
    if isNegative { position += 1 }
    // Summed as a negative number, since these have room for one more.
    var sum: Int64 = 0
    var fits = true
    let first = position
    while let digit = digit() {
      let (tens, tooLarge) = sum.multipliedReportingOverflow(by: 10)
      let (whole, stillTooLarge) = tens.subtractingReportingOverflow(Int64(digit))
      fits = fits && !tooLarge && !stillTooLarge
      sum = whole
    }
    guard position > first else { throw expected("a digit", next) }
    guard bytes[first] != 0x30 || position == first + 1 else {
      throw JSONError(at: first, "a number does not begin with 0")
    }
    let isWhole = next != 0x2E && next != 0x65 && next != 0x45
    if isWhole, fits, isNegative || sum != .min { return .int(isNegative ? sum : -sum) }
    if next == 0x2E {
      position += 1
      try digits()
    }
    if next == 0x65 || next == 0x45 {
      position += 1
      if next == 0x2B || next == 0x2D { position += 1 }
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// One or more digits.
  private mutating func digits() throws(JSONError) {
    let start = position
    while digit() != nil {}
    guard position > start else { throw expected("a digit", next) }
  }

  private mutating func digit() -> UInt8? {
    guard let byte = next, byte &- 0x30 <= 9 else { return nil }
    position += 1
    return byte &- 0x30
  }
}
