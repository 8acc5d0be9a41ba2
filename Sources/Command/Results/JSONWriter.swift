import ORDA

/// Writes rows as JSON objects, one a line: as separate lines, or as the elements of an array.
///
/// NULL is `null`, numbers keep all their digits, and whatever else has a text is a string. Bytes are
/// `{"$bytes":"base64"}`, numbers that JSON lacks `{"$double":"inf"}`, and a string that is not UTF-8
/// `{"$other":{"type":"text","bytes":"base64"}}`. A value without a Swift counterpart is the database's text. If columns have the same name the second is called `name_2`, since
/// most programs only keep one value of a name.
struct JSONWriter: CellWriter {
  private let output: Output
  private let isArray: Bool
  /// For each column what comes before its value: `"name":`.
  private var keys: [[UInt8]] = []
  private var hasRows = false

  init(output: Output, isArray: Bool) {
    self.output = output
    self.isArray = isArray
  }

  mutating func begin(_ columns: [String]) throws {
    keys = try Self.distinct(columns).map { name in
      var key: [UInt8] = []
      let text = Output { key.append(contentsOf: $0) }
      text.writeJSON(text: name)
      text.write(0x3A)
      try text.flush()
      return key
    }
    if isArray { output.write(0x5B) }
  }

  mutating func beginRow() {
    if isArray {
      if hasRows { output.write(0x2C) }
      output.write(0x0A)
    }
    output.write(0x7B)
    hasRows = true
  }

  mutating func write(_ cell: BorrowedValue, at column: Int) {
    writeKey(column)
    switch cell {
    case .null, .other: output.write("null")
    case .int(let number): output.writeJSON(int: number)
    case .double(let number): output.writeJSON(double: number)
    case .text(let utf8):
      if UTF8Text.isValid(utf8) {
        output.writeJSON(utf8: utf8)
      } else {
        output.writeJSON(value: TextDecoding.value(utf8))
      }
    case .bytes(let bytes): output.writeJSON(bytes: bytes)
    }
  }

  mutating func write(other value: Value, at column: Int) {
    writeKey(column)
    switch value {
    case .uint(let number): output.write(number: number)
    case .decimal(let number): output.write(number.description)
    case .other where value.otherText == nil: output.writeJSON(value: value)
    default: output.writeJSON(text: value.description)
    }
  }

  mutating func endRow() {
    output.write(0x7D)
    if !isArray { output.write(0x0A) }
  }

  mutating func end() {
    guard isArray else { return }
    output.write(hasRows ? "\n]\n" : "]\n")
  }

  private func writeKey(_ column: Int) {
    if column > 0 { output.write(0x2C) }
    output.write(keys[column])
  }

  /// The names, made distinct: `a`, `a_2`.
  static func distinct(_ names: [String]) -> [String] {
    var seen = Set(names)
    var first: Set<String> = []
    return names.map { name in
      if first.insert(name).inserted { return name }
      var number = 2
      while !seen.insert("\(name)_\(number)").inserted { number += 1 }
      return "\(name)_\(number)"
    }
  }
}
