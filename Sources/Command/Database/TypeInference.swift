/// The types of a CSV file's columns, found by looking at every field.
///
/// A field becomes a number only where no character of it is lost by that, so that what looks like a number but is a
/// name stays as it is. The rules:
///
/// | field | type |
/// |---|---|
/// | nothing, not even quotes | NULL, fits every type |
/// | `0`, `-12`, up to 64 bits with a sign | INTEGER |
/// | `1.5`, `-.5`, `2e-3`, up to 17 significant digits | REAL |
/// | `007`, `+49`, `-0`, `1.`, ` 1`, `1,000`, more digits than these, `NaN` | TEXT |
/// | anything else, and anything in quotes that is empty | TEXT |
///
/// A column takes the narrowest type that all of its fields fit. Integers among fractions fit REAL up to 2^53; beyond
/// that a REAL would change them, and the column is TEXT. A column of NULLs alone is TEXT.
struct TypeInference {
  /// A column's type.
  enum ColumnType: Equatable {
    case integer
    case real
    case text

    /// The word for it that SQLite and MariaDB both take. MariaDB's INTEGER has 32 bits, its TEXT 64 KiB.
    func sql(longest: Int) -> String {
      switch self {
      case .integer: "BIGINT"
      case .real: "DOUBLE"
      case .text: longest > 65_535 ? "LONGTEXT" : "TEXT"
      }
    }
  }

  private struct Facts {
    var hasIntegers = false
    var hasWideIntegers = false
    var hasReals = false
    var hasText = false
    var longest = 0
  }

  private var columns: [Facts]

  init(columns: Int) {
    self.columns = Array(repeating: Facts(), count: max(0, columns))
  }

  /// Takes a record into account; fields beyond the last column are left out.
  mutating func observe(_ record: CSVRecord) {
    for column in 0..<min(columns.count, record.count) where !record.isNull(column) {
      record.withField(column) { bytes in
        columns[column].longest = max(columns[column].longest, bytes.count)
        switch Self.classify(bytes) {
        case .integer(let isWide):
          columns[column].hasIntegers = true
          if isWide { columns[column].hasWideIntegers = true }
        case .real: columns[column].hasReals = true
        case .text: columns[column].hasText = true
        }
      }
    }
  }

  /// The types found so far.
  var types: [ColumnType] {
    columns.map { facts in
      if facts.hasText || facts.hasReals && facts.hasWideIntegers { return .text }
      if facts.hasReals { return .real }
      return facts.hasIntegers ? .integer : .text
    }
  }

  /// The types found so far, as SQL.
  var sqlTypes: [String] {
    zip(types, columns).map { $0.sql(longest: $1.longest) }
  }

  /// What one field can be.
  enum FieldType: Equatable {
    /// `isWide` where a REAL would change it.
    case integer(isWide: Bool)
    case real
    case text
  }

  /// What a field can be, by the rules above.
  static func classify(_ bytes: UnsafeBufferPointer<UInt8>) -> FieldType {
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
      // Numbers of up to 15 digits fit for sure; making one costs more than all of the above.
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
    guard index == bytes.count, significant <= 17,
      let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite, number != 0 || significant == 0
    else { return .text }
    return .real
  }

  /// How many digits a number has from its first that is not 0 on.
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
