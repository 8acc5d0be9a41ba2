internal import ORDA

/// Rows in COPY's binary format: how many values each has, and each value's length and bytes.
///
/// A value has to be one of its column's type: the server converts nothing here.
final class CopyFields {
  private let columns: [ResultColumn]
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
  /// Where the row begins that is being written, and how many values it has.
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var count = 0

  /// Nil where a column's type has no binary form that is known.
  init?(_ columns: [ResultColumn]) {
    guard !columns.isEmpty, columns.allSatisfy({ Self.isKnown($0.type) }) else { return nil }
    self.columns = columns
  }

  private static func isKnown(_ type: UInt32) -> Bool {
    switch type {
    case ServerType.bool, ServerType.int2, ServerType.int4, ServerType.int8, ServerType.oid, ServerType.float4,
      ServerType.float8, ServerType.numeric, ServerType.text, ServerType.varchar, ServerType.bpchar, ServerType.json,
      ServerType.jsonb, ServerType.bytea, ServerType.date, ServerType.time, ServerType.timestamp,
      ServerType.timestamptz, ServerType.uuid:
      true
    default: false
    }
  }

  /// The rows that are written, which are forgotten here.
  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  func beginRow() {
    start = bytes.count
    count = 0
    write(Int16(truncatingIfNeeded: columns.count))
  }

  /// Takes the row back that is being written.
  ///
  /// - Returns: The values that it has so far, as their columns would hold them.
  func takeRow() -> [Value] {
    var values: [Value] = []
    bytes.withUnsafeBytes { all in
      var rest = UnsafeRawBufferPointer(rebasing: all[(start + 2)...])
      for column in columns.prefix(count) {
        let length = Int(BinaryCell(bytes: rest).load(as: Int32.self))
        let cell = UnsafeRawBufferPointer(rebasing: rest[4..<4 + max(0, length)])
        values.append(length < 0 ? .null : BinaryCell(bytes: cell).value(column.kind))
        rest = UnsafeRawBufferPointer(rebasing: rest[(4 + cell.count)...])
      }
    }
    bytes.removeSubrange(start...)
    return values
  }

  // MARK: Values

  /// The type of the next value.
  @inline(__always) private var type: UInt32 { columns[count].type }

  func addNull() {
    write(-1 as Int32)
    count += 1
  }

  /// Adds a value; false, and nothing is added, where it is none of the column's type.
  func add(_ number: Int64) -> Bool { counted(append(number, as: type)) }

  func add(_ number: Double) -> Bool { counted(append(number, as: type)) }

  func add(_ value: Value) -> Bool {
    if case .json(let text) = value { return add(text) }
    return counted(append(value, as: type))
  }

  func add(bytes: UnsafeRawBufferPointer) -> Bool {
    guard type == ServerType.bytea else { return false }
    append(binary: bytes)
    return counted(true)
  }

  /// A text with a NUL is none: the server would refuse it in words of its own.
  func add(_ text: String) -> Bool {
    let version: UInt8?
    switch type {
    // A bytea column gets the UTF-8 of the text, as in an INSERT.
    case ServerType.text, ServerType.varchar, ServerType.bpchar, ServerType.json, ServerType.bytea: version = nil
    case ServerType.jsonb: version = 1
    default: return false
    }
    var text = text
    let isAdded = text.withUTF8 { utf8 in
      if type != ServerType.bytea, utf8.contains(0) { return false }
      write(Int32(truncatingIfNeeded: utf8.count + (version == nil ? 0 : 1)))
      if let version { bytes.append(version) }
      bytes.append(contentsOf: utf8)
      return true
    }
    return counted(isAdded)
  }

  @inline(__always)
  private func counted(_ isAdded: Bool) -> Bool {
    if isAdded { count += 1 }
    return isAdded
  }
}

extension CopyFields: BinaryForms {
  @inline(__always)
  func append<T: FixedWidthInteger & BitwiseCopyable>(_ number: T) {
    write(Int32(truncatingIfNeeded: MemoryLayout<T>.size))
    write(number)
  }

  func append(binary bytes: UnsafeRawBufferPointer) {
    write(Int32(truncatingIfNeeded: bytes.count))
    self.bytes.append(contentsOf: bytes)
  }

  /// Writes a number, the highest byte first.
  @inline(__always)
  private func write<T: FixedWidthInteger & BitwiseCopyable>(_ number: T) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
