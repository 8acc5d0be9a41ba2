import Hummingbird

/// - Throws: ``Failure`` where no account may be called that.
func check(name: String) throws {
  guard (1...80).contains(name.unicodeScalars.count) else {
    throw Failure.badRequest("name has 1 to 80 characters")
  }
}

/// - Throws: ``Failure`` where it is no amount.
func check(cents: Int64, from least: Int64) throws {
  let most: Int64 = 1_000_000_000_000_000
  guard (least...most).contains(cents) else {
    throw Failure.badRequest("cents is a whole number from \(least) to \(most)")
  }
}

extension Request {
  /// A number in the URL's query; nil where it is not there.
  ///
  /// - Throws: ``Failure`` where it is none, or beyond the range.
  func number(_ name: Substring, in range: ClosedRange<Int64>) throws -> Int64? {
    guard let text = uri.queryParameters[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw Failure.badRequest("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
