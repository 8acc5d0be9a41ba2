internal import ORDA

/// The layout of a column's cells in the log, and the type they are read as.
enum CellFormat: Sendable {
  case int8, uint8, int16, uint16, int24, uint24, int32, uint32, int64, uint64
  case float, double
  case decimal(digits: Int, scale: Int)
  case year, date
  /// With the number of bytes for the fraction of a second.
  case time(Int), timestamp(Int), instant(Int)
  /// With its number of bytes.
  case bit(Int)
  /// The place of one of the values, from 1, in a number of bytes.
  case choice(Int, [Value?])
  /// A bit for each word, in a number of bytes.
  case choices(Int, [String?])
  /// After a length with a number of bytes.
  case text(Int, LogCharset)
  case json(Int, LogCharset)
  case bytes(Int)
  /// Bytes without the zeros at the end, after a length with a number of bytes; and how many there are with the zeros.
  case padded(Int, count: Int, PaddedKind)
  case compressed(Int, LogCharset?)
  /// What can't be read as a value: with its number of bytes, or after a length with a number of bytes.
  case skipped(Int)
  case skippedBehindLength(Int)

  enum PaddedKind: Sendable {
    case bytes, uuid, address
  }
}

extension CellFormat {
  /// How to skip a column's cells, whatever they are.
  ///
  /// - Parameter fraction: The digits of a second's fraction, which the log omits for old formats.
  init(skipping column: LoggedColumn, fraction: Int) throws(DamagedEvent) {
    let metadata = Int(column.metadata)
    switch column.type {
    case 1, 13: self = .skipped(1)
    case 2: self = .skipped(2)
    case 9, 10, 14: self = .skipped(3)
    case 3, 4: self = .skipped(4)
    case 5, 8: self = .skipped(8)
    case 6: self = .skipped(0)
    // The formats before MySQL 5.6: TIMESTAMP, TIME and DATETIME.
    case 7 where (0...6).contains(fraction): self = .skipped([4, 5, 5, 6, 6, 7, 7][fraction])
    case 11 where (0...6).contains(fraction): self = .skipped([3, 4, 4, 5, 5, 5, 6][fraction])
    case 12 where (0...6).contains(fraction): self = .skipped([8, 6, 6, 7, 7, 7, 8][fraction])
    case 16: self = .skipped((metadata >> 8) + ((metadata & 255) + 7) / 8)
    case 17: self = .skipped(4 + (try Self.fractionSize(metadata)))
    case 18: self = .skipped(5 + (try Self.fractionSize(metadata)))
    case 19: self = .skipped(3 + (try Self.fractionSize(metadata)))
    case 246: self = .skipped(try DecimalFormat.size(digits: metadata & 255, scale: metadata >> 8))
    case 247, 248: self = .skipped(metadata >> 8)
    case LoggedType.string where column.isChoice: self = .skipped(metadata >> 8)
    case 15, 141, 253, 254: self = .skippedBehindLength(column.longest > 255 ? 2 : 1)
    case 140, 245, 249...252, 255:
      guard (1...4).contains(metadata) else { throw DamagedEvent() }
      self = .skippedBehindLength(metadata)
    default: throw DamagedEvent()
    }
  }

  static func fractionSize(_ digits: Int) throws(DamagedEvent) -> Int {
    guard (0...6).contains(digits) else { throw DamagedEvent() }
    return (digits + 1) / 2
  }

  /// What a column's cells are read as; nil if the description of the table is from another time.
  init?(_ column: LoggedColumn, as described: LoggedTable.Column, in table: LoggedTable) throws(DamagedEvent) {
    let skipping = try CellFormat(skipping: column, fraction: described.fraction)
    let metadata = Int(column.metadata)
    switch (column.type, described.kind) {
    case (1, .int8): self = .int8
    case (1, .uint8): self = .uint8
    case (2, .int16): self = .int16
    case (2, .uint16): self = .uint16
    case (9, .int32): self = .int24
    case (9, .uint32): self = .uint24
    case (3, .int32): self = .int32
    case (3, .uint32): self = .uint32
    case (8, .int64): self = .int64
    case (8, .uint64): self = .uint64
    case (13, .uint16): self = .year
    case (4, .float): self = .float
    case (5, .double): self = .double
    case (246, .decimal): self = .decimal(digits: metadata & 255, scale: metadata >> 8)
    case (10, .date), (14, .date): self = .date
    case (17, .instant): self = .instant(try Self.fractionSize(metadata))
    case (18, .timestamp): self = .timestamp(try Self.fractionSize(metadata))
    case (19, .time): self = .time(try Self.fractionSize(metadata))
    case (7, .instant), (12, .timestamp), (11, .time): self = skipping
    case (16, .bit):
      guard case .skipped(let size) = skipping, (1...8).contains(size) else { throw DamagedEvent() }
      self = .bit(size)
    case (LoggedType.string, _) where column.isChoice, (247, _), (248, _):
      guard let format = try CellFormat(choosing: column, as: described) else { return nil }
      self = format
    default:
      guard let format = CellFormat(reading: column, as: described, skipping, in: table) else { return nil }
      self = format
    }
    // If the table was altered from one to the other, its values differ too.
    if let told = column.isUnsigned, let known = described.isUnsigned, told != known { return nil }
    if let told = column.collation, let known = described.collation, told != known { return nil }
  }

  /// An ENUM or SET.
  private init?(choosing column: LoggedColumn, as described: LoggedTable.Column) throws(DamagedEvent) {
    let size = Int(column.metadata >> 8)
    guard (1...8).contains(size) else { throw DamagedEvent() }
    let isSet = column.choiceType == LoggedType.set
    guard described.type == (isSet ? "set" : "enum"), described.kind == .text || described.kind == .bytes else {
      return nil
    }
    let charset = LogCharset(described.charset)
    // The log's words are in the column's character set, the description's are not.
    let labels: [String?] =
      column.labels?.map { label in label.withUnsafeBytes { charset.text($0) } } ?? described.labels
    // Binary ENUMs and SETs have words of bytes, which only the log has.
    let isText = described.kind == .text
    if isSet {
      self = isText ? .choices(size, labels) : .skipped(size)
    } else if isText {
      self = .choice(size, [.text("")] + labels.map { $0.map { .text($0) } })
    } else if let labels = column.labels {
      self = .choice(size, [.bytes([])] + labels.map { .bytes($0) })
    } else {
      self = .skipped(size)
    }
  }

  /// What follows a length.
  private init?(
    reading column: LoggedColumn, as described: LoggedTable.Column, _ skipping: CellFormat, in table: LoggedTable
  ) {
    guard case .skippedBehindLength(let size) = skipping else { return nil }
    let charset = LogCharset(described.charset)
    switch (column.type, described.kind) {
    case (140, .text), (141, .text): self = .compressed(size, charset)
    case (140, .bytes), (141, .bytes): self = .compressed(size, nil)
    case (LoggedType.string, .uuid): self = column.longest == 16 ? .padded(size, count: 16, .uuid) : skipping
    case (LoggedType.string, .text) where described.type.hasPrefix("inet"):
      self = .padded(size, count: column.longest, .address)
    case (LoggedType.string, .bytes): self = .padded(size, count: column.longest, .bytes)
    case (LoggedType.string, .text) where table.padsChars: self = skipping
    case (_, .text): self = charset == .unknown ? skipping : .text(size, charset)
    case (_, .json): self = charset == .unknown ? skipping : .json(size, charset)
    case (_, .bytes): self = .bytes(size)
    default: return nil
    }
    // Servers before that version store all UUIDs in another order of bytes, and not only some.
    if described.kind == .uuid, !LoggedUUID.isKnown(to: table.serverVersion) { self = skipping }
  }
}
