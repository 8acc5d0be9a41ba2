/// Numbers for people to read.
package enum Grouped {
  /// `1234567` as `1,234,567`.
  package static func digits(_ number: Int) -> String {
    if (0..<1000).contains(number) { return String(number) }
    var result = ""
    let digits = String(number.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return number < 0 ? "-" + result : result
  }

  /// Milliseconds with a tenth: `1,234.5`.
  package static func milliseconds(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(digits(Int(tenths / 10))).\(tenths % 10)"
  }

  /// `1 row`, `2,939 rows`.
  package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(digits(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }
}
