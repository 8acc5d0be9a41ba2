internal import ORDA

/// Rows in COPY's text format: a line each, tabs between the values, backslashes before what would end one.
final class CopyLines {
  /// The types of the columns.
  private let types: [UInt32]
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
  /// What was wrong with a value.
  @exclusivity(unchecked) private(set) var failure: DatabaseError?

  init(_ types: [UInt32]) { self.types = types }

  private func type(at index: Int) -> UInt32 { index < types.count ? types[index] : ServerType.text }

  /// The lines that are written, which are forgotten here.
  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  func endValue() { bytes.append(0x09) }

  func endRow() { bytes.append(0x0A) }

  /// Writes a text; what stands between two bytes that mean something is copied at once.
  private func write(_ text: UnsafeBufferPointer<UInt8>) {
    var start = text.startIndex
    for index in text.indices where text[index] <= 0x0D || text[index] == 0x5C {
      let escaped: UInt8
      switch text[index] {
      case 0x5C: escaped = 0x5C
      case 0x0A: escaped = 0x6E
      case 0x0D: escaped = 0x72
      case 0x09: escaped = 0x74
      case 0:
        failure = DatabaseError(.unsupported, "PostgreSQL's texts hold no NUL; store it as bytes")
        continue
      default: continue
      }
      bytes.append(contentsOf: text[start..<index])
      bytes.append(0x5C)
      bytes.append(escaped)
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  private func write(_ text: [UInt8]) { text.withUnsafeBufferPointer { write($0) } }

  /// Writes a number's digits.
  private func write(_ number: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var magnitude = number.magnitude
      var first = digits.count
      repeat {
        first -= 1
        digits[first] = 0x30 + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if number < 0 {
        first -= 1
        digits[first] = 0x2D
      }
      bytes.append(contentsOf: digits[first...])
    }
  }
}

extension CopyLines: BindTarget {
  func bindNull(at index: Int) { bytes += [0x5C, 0x4E] }
  func bind(_ value: Int64, at index: Int) { write(value) }
  func bind(_ value: Double, at index: Int) { if let text = BoundValue.double(value).text { write(text) } }
  func bind(_ value: String, at index: Int) {
    var value = value
    // A bytea column gets the UTF-8 of the text, as in an INSERT.
    if type(at: index) == ServerType.bytea {
      return value.withUTF8 { bind(bytes: UnsafeRawBufferPointer($0), at: index) }
    }
    if let text = BoundValue.serverText(of: value, as: type(at: index)) { return write(text) }
    value.withUTF8 { write($0) }
  }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    if let text = BoundValue.bytes(Array(bytes)).text { write(text) }
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .double(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .bytes(let content): content.withUnsafeBytes { bind(bytes: $0, at: index) }
    default:
      if let text = BoundValue.value(value).text(as: type(at: index)) { write(text) } else { bindNull(at: index) }
    }
  }
}
