import ORDA

/// What is known of the values of one column.
struct ColumnFacts {
  /// A column's type.
  enum ColumnType: UInt8, CaseIterable {
    case integer, real, text, bytes, date, time, timestamp
  }

  /// A bit for each type that has occurred.
  private var seen: UInt8 = 0
  private var hasWideIntegers = false
  private var longest = 0

  /// Takes a field of a CSV file into account.
  mutating func observe(_ field: TypeInference.FieldType, length: Int) {
    longest = max(longest, length)
    switch field {
    case .integer(let isWide):
      add(.integer)
      if isWide { hasWideIntegers = true }
    case .real: add(.real)
    case .text: add(.text)
    }
  }

  /// Takes a value into account.
  mutating func observe(_ value: Value) {
    switch value {
    case .null: break
    case .int(let number):
      add(.integer)
      if number.magnitude > 1 << 53 { hasWideIntegers = true }
    case .double: add(.real)
    case .bytes(let bytes):
      add(.bytes)
      longest = max(longest, bytes.count)
    case .date: add(.date)
    case .time: add(.time)
    case .timestamp: add(.timestamp)
    case .text(let text), .json(let text):
      add(.text)
      longest = max(longest, text.utf8.count)
    default: add(.text)
    }
  }

  private mutating func add(_ type: ColumnType) { seen |= 1 << type.rawValue }

  /// The narrowest type that fits all.
  var type: ColumnType {
    let types = ColumnType.allCases.filter { seen & 1 << $0.rawValue != 0 }
    if types.count == 1 { return types[0] }
    return types == [.integer, .real] && !hasWideIntegers ? .real : .text
  }

  /// The type in SQL. SQLite and MariaDB share the words; PostgreSQL has others, and types without a length.
  ///
  /// - Parameter driver: The driver's name.
  func sql(isKey: Bool, on driver: String) -> String {
    guard driver == "PostgreSQL" else { return sql(isKey: isKey) }
    return switch type {
    case .integer: "BIGINT"
    case .real: "DOUBLE PRECISION"
    case .text: "TEXT"
    case .bytes: "BYTEA"
    case .date: "DATE"
    case .time: "TIME(6)"
    case .timestamp: "TIMESTAMP(6)"
    }
  }

  ///
  /// MariaDB's INTEGER has 32 bits, its TEXT and BLOB 64 KiB, and a key there can't be a TEXT.
  private func sql(isKey: Bool) -> String {
    switch type {
    case .integer: "BIGINT"
    case .real: "DOUBLE"
    case .text where isKey && longest <= 255: "VARCHAR(255)"
    case .bytes where isKey && longest <= 255: "VARBINARY(255)"
    case .text: longest > 65_535 ? "LONGTEXT" : "TEXT"
    case .bytes: longest > 65_535 ? "LONGBLOB" : "BLOB"
    case .date: "DATE"
    case .time: "TIME(6)"
    case .timestamp: "DATETIME(6)"
    }
  }
}
