/// Numbers as texts.
extension JSONText {
  /// Writes a number with a fraction as Swift describes it: with the fewest digits that mean it.
  mutating func raw(finite number: Double) {
    if let (digits, places) = Self.shortDecimal(number) {
      // A whole number is written with a fraction, too, and one below 1 with a 0 before it.
      write(atMost: 24) { place in
        let divisor = Self.powers[places]
        let sign = number < 0 ? 1 : 0
        if sign == 1 { place.pointee = UInt8(ascii: "-") }
        var end = place + sign
        end += end.write(digits: digits / divisor)
        end.pointee = UInt8(ascii: ".")
        // What is 1 beyond the fraction keeps its zeros.
        let fraction = end + 1
        var rest = digits % divisor
        for index in stride(from: max(places, 1) - 1, through: 0, by: -1) {
          fraction[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        return fraction + max(places, 1) - place
      }
    } else {
      var text = number.description
      text.withUTF8 { raw($0) }
    }
  }

  private static let powers: [UInt64] = [1, 10, 100, 1000, 10_000]
  private static let divisors: [Double] = [1, 10, 100, 1000, 10_000]

  /// The digits of a number, and how many of them stand behind the point; nil where it has more than four there, or
  /// more than 15 in all.
  ///
  /// Any two decimals of 15 digits are different doubles, so that the first that is this number is the shortest. To try these
  /// takes a fraction of what Swift's own description does, which has to work for all numbers.
  private static func shortDecimal(_ number: Double) -> (digits: UInt64, places: Int)? {
    let size = number.magnitude
    guard size >= 0.001, size < 1e10 else { return nil }
    for places in 0...4 {
      let digits = (size * divisors[places]).rounded()
      // Both are whole and exact, so that the quotient is what reading the decimal would give.
      if digits / divisors[places] == size { return (UInt64(digits), places) }
    }
    return nil
  }
}
