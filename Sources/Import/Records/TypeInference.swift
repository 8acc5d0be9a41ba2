import ORDA

/// The types of a file's columns, found by looking at every value.
///
/// A field of a CSV file becomes a number only if that loses no character of it, so a name that looks like a number
/// stays as it is. The rules:
///
/// | field | type |
/// |---|---|
/// | nothing, not even quotes | NULL, fits every type |
/// | `0`, `-12`, up to 64 bits with a sign | INTEGER |
/// | `1.5`, `-.5`, `2e-3`, up to 17 significant digits; `1e999`, which is how infinity is written | REAL |
/// | `007`, `+49`, `-0`, `1.`, ` 1`, `1,000`, more digits than these, `NaN` | TEXT |
/// | anything else, and anything in quotes that is empty | TEXT |
///
/// A column gets the narrowest type that all of its values fit. Integers among fractions fit REAL up to 2^53; beyond
/// that a REAL would change them, and the column is TEXT. A column with only NULLs is TEXT.
package struct TypeInference {
  /// The names of the columns, in the order of their first occurrence.
  var names: [String] = [] {
    didSet { while columns.count < names.count { columns.append(ColumnFacts()) } }
  }
  /// What is known of each.
  private(set) var columns: [ColumnFacts]

  /// - Parameter names: The columns known to exist.
  init(names: [String] = []) {
    self.names = names
    columns = names.map { _ in ColumnFacts() }
  }

  /// Takes a field of a CSV file into account.
  mutating func observe(field bytes: UnsafeBufferPointer<UInt8>, at column: Int) {
    columns[column].observe(Self.classify(bytes), length: bytes.count)
  }

  /// Takes a value into account.
  ///
  /// - Parameter place: Where to look for the column first.
  mutating func observe(_ value: Value, of name: String, near place: Int) {
    columns[self.place(of: name, near: place)].observe(value)
  }

  private mutating func place(of name: String, near place: Int) -> Int {
    if names.indices.contains(place), names[place] == name { return place }
    if let place = names.firstIndex(of: name) { return place }
    names.append(name)
    return names.count - 1
  }

  /// What one field can be.
  package enum FieldType: Equatable {
    /// `isWide` if a REAL would change it.
    case integer(isWide: Bool)
    case real
    case text
  }

  /// What a field can be, by the rules above.
  package static func classify(_ bytes: UnsafeBufferPointer<UInt8>) -> FieldType {
    var index = 0
    func digits() -> Range<Int> {
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
      return start..<index
    }
    let isNegative = bytes.first == 0x2D
    if isNegative { index = 1 }
    let whole = digits()
    if whole.count > 1, bytes[whole.lowerBound] == 0x30 { return .text }
    if index == bytes.count {
      if whole.isEmpty || isNegative && bytes[whole.lowerBound] == 0x30 { return .text }
      // Numbers of up to 15 digits certainly fit; making one costs more than all of the above.
      if whole.count <= 15 { return .integer(isWide: false) }
      guard whole.count <= 19, let number = Int64(String(decoding: bytes, as: UTF8.self)) else { return .text }
      return .integer(isWide: number.magnitude > 1 << 53)
    }
    var fraction = index..<index
    if bytes[index] == 0x2E {
      index += 1
      fraction = digits()
      if fraction.isEmpty { return .text }
    }
    if whole.isEmpty, fraction.isEmpty { return .text }
    let significant = significantDigits(bytes, whole: whole, fraction: fraction)
    // The same for short decimals; a long one may be too small for a Double.
    if index == bytes.count, index < 100 { return significant <= 17 ? .real : .text }
    if index < bytes.count, bytes[index] | 0x20 == 0x65 {
      index += 1
      if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
      if digits().isEmpty { return .text }
    }
    guard index == bytes.count, significant <= 17 else { return .text }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let number = Double(text), number != 0 || significant == 0 else { return .text }
    return number.isFinite || text == "1e999" || text == "-1e999" ? .real : .text
  }

  /// How many digits a number has, from the first that is not 0.
  private static func significantDigits(
    _ bytes: UnsafeBufferPointer<UInt8>, whole: Range<Int>, fraction: Range<Int>
  ) -> Int {
    var count = 0
    for digits in [whole, fraction] {
      for index in digits where count > 0 || bytes[index] != 0x30 { count += 1 }
    }
    return count
  }
}
