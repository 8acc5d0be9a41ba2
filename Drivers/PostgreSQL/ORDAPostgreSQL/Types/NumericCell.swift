internal import ORDA

/// A numeric in the server's binary form: digits of 0 to 9999, the place of the first, a sign, and how many decimal
/// places are shown.
struct NumericCell {
  private let cell: BinaryCell
  private var count: Int { Int(cell.load(0, as: UInt16.self)) }
  private var weight: Int { Int(cell.load(2, as: Int16.self)) }
  private var sign: UInt16 { cell.load(4, as: UInt16.self) }
  private var scale: Int { Int(cell.load(6, as: UInt16.self)) }

  private static let negative: UInt16 = 0x4000

  init(_ bytes: UnsafeRawBufferPointer) { cell = BinaryCell(bytes: bytes) }

  /// Whether the parts fit together, and each digit is in its range.
  var isWellFormed: Bool {
    cell.bytes.count >= 8 && cell.bytes.count == 8 + 2 * count
      && (sign == 0 || sign == Self.negative || textOfNonfinite != nil)
      && (0..<count).allSatisfy { cell.load(8 + 2 * $0, as: UInt16.self) < 10_000 } && scale <= 0x3FFF
  }

  /// The text of NaN and of the infinities; nil for a number.
  private var textOfNonfinite: String? {
    switch sign {
    case 0xC000: "NaN"
    case 0xD000: "Infinity"
    case 0xF000: "-Infinity"
    default: nil
    }
  }

  /// The number written out, with the decimal places that it has.
  var utf8: [UInt8] {
    var text: [UInt8] = sign == Self.negative ? [0x2D] : []
    func digit(_ index: Int) -> Int { index >= 0 && index < count ? Int(cell.load(8 + 2 * index, as: UInt16.self)) : 0 }
    func append(_ group: Int, from first: Int = 0, to last: Int = 4) {
      let digits = [group / 1000, group / 100 % 10, group / 10 % 10, group % 10]
      for digit in digits[first..<last] { text.append(0x30 + UInt8(truncatingIfNeeded: digit)) }
    }
    if weight < 0 {
      text.append(0x30)
    } else {
      let first = digit(0)
      append(first, from: first >= 1000 ? 0 : first >= 100 ? 1 : first >= 10 ? 2 : 3)
      for index in stride(from: 1, through: weight, by: 1) { append(digit(index)) }
    }
    guard scale > 0 else { return text }
    text.append(0x2E)
    var left = scale
    var index = weight + 1
    while left > 0 {
      append(digit(index), to: min(left, 4))
      left -= 4
      index += 1
    }
    return text
  }

  /// A decimal in that form.
  static func bytes(of decimal: ExactDecimal) -> [UInt8] {
    let text = Array(decimal.description.utf8)
    let point = text.firstIndex(of: 0x2E) ?? text.endIndex
    let whole = text[..<point].drop { $0 == 0x2D || $0 == 0x30 }
    let fraction = text[point...].dropFirst()
    func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0x30, count: (4 - count % 4) % 4) }
    // Four digits in each group, counted from the point.
    let digits = zeros(whole.count) + whole + fraction + zeros(fraction.count)
    let all = stride(from: 0, to: digits.count, by: 4).map { first in
      digits[first..<first + 4].reduce(0 as UInt16) { $0 * 10 + UInt16($1 & 0x0F) }
    }
    let groups = all.drop { $0 == 0 }
    let significant = groups.prefix((groups.lastIndex { $0 != 0 } ?? groups.startIndex - 1) + 1 - groups.startIndex)
    let weight = (whole.count + 3) / 4 - 1 - (all.count - groups.count)
    let head = [
      UInt16(truncatingIfNeeded: significant.count), UInt16(truncatingIfNeeded: significant.isEmpty ? 0 : weight),
      decimal.isNegative ? negative : 0, UInt16(truncatingIfNeeded: fraction.count),
    ]
    return (head + significant).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  var value: Value {
    if let textOfNonfinite { return .other(type: "numeric", bytes: Array(textOfNonfinite.utf8)) }
    let text = utf8
    let number = text.withUnsafeBufferPointer { ExactDecimal(utf8: $0) }
    return number.map { .decimal($0) } ?? .other(type: "numeric", bytes: text)
  }
}
