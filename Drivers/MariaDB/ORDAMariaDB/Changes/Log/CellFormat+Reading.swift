internal import ORDA

extension CellFormat {
  /// Reads a cell that is not NULL.
  @inline(__always)
  func cell(_ bytes: inout LogBytes, _ table: RowDecoder.Rules) throws(DamagedEvent) -> LoggedCell {
    switch self {
    case .int32: .value(.int(Int64(try bytes.load(Int32.self))))
    case .int64: .value(.int(try bytes.load(Int64.self)))
    case .text(let size, let charset): Self.text(try bytes.behindLength(size), charset)
    case .double: .value(.double(try bytes.load(Double.self)))
    default: try rareCell(&bytes, table)
    }
  }

  @inline(never)
  private func rareCell(_ bytes: inout LogBytes, _ table: RowDecoder.Rules) throws(DamagedEvent) -> LoggedCell {
    switch self {
    case .int8: return .value(.int(Int64(try bytes.load(Int8.self))))
    case .uint8: return .value(.int(Int64(try bytes.byte())))
    case .int16: return .value(.int(Int64(try bytes.load(Int16.self))))
    case .uint16: return .value(.int(Int64(try bytes.load(UInt16.self))))
    case .int24: return .value(.int(Int64(bitPattern: try bytes.little(3) << 40) >> 40))
    case .uint24: return .value(.int(Int64(try bytes.little(3))))
    case .int32: return .value(.int(Int64(try bytes.load(Int32.self))))
    case .uint32: return .value(.int(Int64(try bytes.load(UInt32.self))))
    case .int64: return .value(.int(try bytes.load(Int64.self)))
    case .uint64: return .value(.integer(try bytes.load(UInt64.self)))
    case .float: return .value(.double(Double(Float(bitPattern: try bytes.load(UInt32.self)))))
    case .double: return .value(.double(try bytes.load(Double.self)))
    case .decimal(let digits, let scale):
      let cell = try bytes.take(try DecimalFormat.size(digits: digits, scale: scale))
      return Self.known(DecimalFormat.value(cell, digits: digits, scale: scale).map { .decimal($0) })
    case .year:
      let year = Int64(try bytes.byte())
      return .value(.int(year == 0 ? 0 : 1900 + year))
    case .date: return table.calendar(Self.date(try bytes.little(3)).map { .date($0) })
    case .time(let size): return Self.known(Self.time(try bytes.big(3 + size), fraction: size).map { .time($0) })
    case .timestamp(let size):
      let number = try bytes.big(5)
      return table.calendar(Self.timestamp(number, try Self.fraction(&bytes, size)).map { .timestamp($0) })
    case .instant(let size):
      let seconds = Int64(try bytes.big(4))
      let fraction = Int64(try Self.fraction(&bytes, size))
      // Its zero is not a moment, but the date 0000-00-00.
      if seconds == 0, fraction == 0 { return table.calendar(nil) }
      return table.calendar(Instant(microsecondsSince1970: seconds * 1_000_000 + fraction).map { .instant($0) })
    case .bit(let size): return .value(.integer(try bytes.big(size)))
    case .choice(let size, let values):
      guard let place = Int(exactly: try bytes.little(size)), place < values.count else { return .unknown }
      return Self.known(values[place])
    case .choices(let size, let labels): return Self.known(Self.choices(try bytes.little(size), labels))
    case .text(let size, let charset): return Self.text(try bytes.behindLength(size), charset)
    case .json(let size, let charset): return Self.known(charset.text(try bytes.behindLength(size)).map { .json($0) })
    case .bytes(let size): return .value(.bytes(Array(try bytes.behindLength(size))))
    case .padded(let size, let count, let kind): return Self.padded(try bytes.behindLength(size), count, kind)
    case .compressed(let size, let charset): return try Self.compressed(try bytes.behindLength(size), charset)
    case .skipped(let size):
      try bytes.skip(size)
      return .unknown
    case .skippedBehindLength(let size):
      _ = try bytes.behindLength(size)
      return .unknown
    }
  }

  private static func known(_ value: Value?) -> LoggedCell { value.map { .value($0) } ?? .unknown }

  @inline(__always)
  private static func text(_ bytes: UnsafeRawBufferPointer, _ charset: LogCharset) -> LoggedCell {
    if case .utf8 = charset { return .value(TextDecoding.value(bytes.assumingMemoryBound(to: UInt8.self))) }
    return known(charset.text(bytes).map { .text($0) })
  }

  // MARK: Dates and times

  /// A day in the last 5 bits, a month in 4, a year.
  private static func date(_ number: UInt64) -> CivilDate? {
    CivilDate(year: Int(number >> 9), month: Int(number >> 5 & 15), day: Int(number & 31))
  }

  /// Microseconds, stored in as many bytes as the digits need.
  private static func fraction(_ bytes: inout LogBytes, _ size: Int) throws(DamagedEvent) -> Int {
    size == 0 ? 0 : Int(try bytes.big(size)) * scales[size & 3]
  }

  private static let scales = [0, 10_000, 100, 1]

  /// A sign, then 17 bits for the day and months, and 17 for the clock.
  private static func timestamp(_ number: UInt64, _ fraction: Int) -> CivilTimestamp? {
    guard number >= 1 << 39 else { return nil }
    let number = number - 1 << 39
    let (days, clock) = (Int(number >> 17), Int(number & 0x1FFFF))
    let months = days >> 5
    return CivilTimestamp(
      year: months / 13, month: months % 13, day: days & 31, hour: clock >> 12, minute: clock >> 6 & 63,
      second: clock & 63, microsecond: fraction)
  }

  /// A sign, then a clock of 22 bits and its fraction, counted from the middle of the range.
  private static func time(_ number: UInt64, fraction size: Int) -> CivilTime? {
    let middle = Int64(1) << Int64(23 + 8 * size)
    let number = Int64(truncatingIfNeeded: number) - middle
    let magnitude = Int64(number.magnitude)
    let fraction = size == 0 ? 0 : magnitude & (1 << Int64(8 * size) - 1) * Int64(scales[size & 3])
    let clock = magnitude >> Int64(8 * size)
    return CivilTime(
      isNegative: number < 0, hour: Int(clock >> 12 & 1023), minute: Int(clock >> 6 & 63), second: Int(clock & 63),
      microsecond: Int(fraction))
  }

  // MARK: What is told by its place, padded or compressed

  private static func choices(_ bits: UInt64, _ labels: [String?]) -> Value? {
    var text = ""
    var isFirst = true
    for place in 0..<64 where bits >> UInt64(place) & 1 != 0 {
      guard place < labels.count, let label = labels[place] else { return nil }
      if !isFirst { text += "," }
      text += label
      isFirst = false
    }
    return .text(text)
  }

  private static func padded(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ kind: PaddedKind) -> LoggedCell {
    guard bytes.count <= count else { return .unknown }
    let cell = Array(bytes) + repeatElement(0, count: count - bytes.count)
    return switch kind {
    case .bytes: .value(.bytes(cell))
    case .uuid: known(LoggedUUID.value(cell).map { .uuid($0) })
    case .address: known(LoggedAddress.text(cell).map { .text($0) })
    }
  }

  private static func compressed(
    _ bytes: UnsafeRawBufferPointer, _ charset: LogCharset?
  ) throws(DamagedEvent) -> LoggedCell {
    guard let content = try CompressedPart.cell(bytes) else { return .unknown }
    guard let charset else { return .value(.bytes(content)) }
    return known(content.withUnsafeBytes { charset.text($0) }.map { .text($0) })
  }
}

extension LogBytes {
  /// The bytes after a length, which takes `size` bytes.
  @inline(__always)
  mutating func behindLength(_ size: Int) throws(DamagedEvent) -> UnsafeRawBufferPointer {
    try take(size == 1 ? Int(try byte()) : Int(try little(size)))
  }

  mutating func load(_ type: Double.Type) throws(DamagedEvent) -> Double {
    Double(bitPattern: try load(UInt64.self))
  }
}
