internal import CPostgreSQL
internal import ORDA

/// Reads cells in place in the result that the library holds.
extension PostgreSQLStatement: RowSource {
  @inline(__always)
  func characters(_ cell: Int) -> UnsafeBufferPointer<UInt8> { cells[cell].assumingMemoryBound(to: UInt8.self) }

  @inline(__always)
  func isNull(_ cell: Int) -> Bool { cells[cell].baseAddress == nil }

  func int(_ cell: Int) -> Int64? {
    guard isBinary else { return isNull(cell) ? nil : intFromText(cell) }
    let binary = BinaryCell(bytes: cells[cell])
    // No number is empty, so that this is NULL.
    if binary.bytes.isEmpty { return nil }
    switch kinds[cell] {
    case .int4: return Int64(binary.load(as: Int32.self))
    case .int8: return binary.load(as: Int64.self)
    case .int2: return Int64(binary.load(as: Int16.self))
    case .bool: return binary.load(as: UInt8.self) == 0 ? 0 : 1
    case .oid: return Int64(binary.load(as: UInt32.self))
    default: return nil
    }
  }

  private func intFromText(_ cell: Int) -> Int64? {
    switch kinds[cell] {
    case .int4, .int8, .int2, .oid: TextCell(bytes: characters(cell)).integer
    case .bool: TextCell(bytes: characters(cell)).boolean
    default: nil
    }
  }

  func double(_ cell: Int) -> Double? {
    let binary = BinaryCell(bytes: cells[cell])
    // As with whole numbers.
    if binary.bytes.isEmpty { return nil }
    switch kinds[cell] {
    case .float8 where isBinary: return Double(bitPattern: binary.load(as: UInt64.self))
    case .float4 where isBinary: return Double(Float(bitPattern: binary.load(as: UInt32.self)))
    case .float8, .float4:
      if case .double(let number)? = TextCell(bytes: characters(cell)).value(kinds[cell]) { return number }
      return nil
    default: return nil
    }
  }

  func text(_ cell: Int) -> String? { utf8(cell).flatMap { TextDecoding.string($0) } }

  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    let bytes = characters(cell)
    if bytes.baseAddress == nil { return nil }
    switch kinds[cell] {
    case .text, .json: return bytes
    case .jsonb: return isBinary ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes
    default: return nil
    }
  }

  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    isBinary && kinds[cell] == .bytes && !isNull(cell) ? cells[cell] : nil
  }

  func value(_ cell: Int) -> Value {
    let bytes = cells[cell]
    if bytes.baseAddress == nil { return .null }
    let kind = kinds[cell]
    // What has no value was refused when the row came.
    guard isBinary else {
      return TextCell(bytes: characters(cell)).value(kind) ?? .other(type: "text", bytes: Array(cells[cell]))
    }
    return BinaryCell(bytes: bytes).value(kind)
  }

  func appendRow(to buffer: RowBuffer) {
    for index in kinds.indices {
      if isNull(index) {
        buffer.appendNull()
        continue
      }
      guard isBinary else {
        if kinds[index] == .text { buffer.append(utf8: cells[index]) } else { buffer.append(value(index)) }
        continue
      }
      switch kinds[index] {
      case .int4: buffer.append(Int64(BinaryCell(bytes: cells[index]).load(as: Int32.self)))
      case .int8: buffer.append(BinaryCell(bytes: cells[index]).load(as: Int64.self))
      case .float8: buffer.append(Double(bitPattern: BinaryCell(bytes: cells[index]).load(as: UInt64.self)))
      case .text: buffer.append(utf8: cells[index])
      case .bytes: buffer.append(bytes: cells[index])
      default: buffer.append(value(index))
      }
    }
  }
}
