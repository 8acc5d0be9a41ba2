/// The numbers of column types in the log.
enum LoggedType {
  static let enumeration: UInt8 = 247
  static let set: UInt8 = 248
  /// CHAR, BINARY, UUID, INET6, and types whose metadata says that they are an ENUM or a SET.
  static let string: UInt8 = 254

  /// How many bytes of metadata a column has; nil for an unknown type.
  static func metadataSize(_ type: UInt8) -> Int? {
    switch type {
    // FLOAT and DOUBLE; TIMESTAMP, DATETIME and TIME; the BLOBs, JSON, geometry, and compressed ones.
    case 4, 5, 17...19, 140, 245, 249...252, 255: 1
    // VARCHAR and BIT; compressed ones; DECIMAL, ENUM, SET, and strings.
    case 15, 16, 141, 246...248, 253, 254: 2
    // The integers; the old dates and times; types with neither length nor precision.
    case 0...3, 6...14: 0
    default: nil
    }
  }

  /// True for types whose sign the log tells.
  static func isNumber(_ type: UInt8) -> Bool {
    switch type {
    case 0...5, 8, 9, 13, 246: true
    default: false
    }
  }
}

extension LoggedColumn {
  /// ``LoggedType/enumeration`` or ``LoggedType/set``; nil for everything else.
  var choiceType: UInt8? {
    let own = type == LoggedType.string ? UInt8(truncatingIfNeeded: metadata) : type
    return own == LoggedType.enumeration || own == LoggedType.set ? own : nil
  }

  var isChoice: Bool { choiceType != nil }

  /// True for anything with a character set, `binary` included.
  var isText: Bool {
    switch type {
    case 15, 140, 141, 249...255: !isChoice
    default: false
    }
  }

  /// The longest length of a CHAR or BINARY, in bytes. If it does not fit a byte, the type has some of its bits.
  var longest: Int {
    let (first, second) = (Int(metadata & 255), Int(metadata >> 8))
    return type == LoggedType.string ? ((first & 0x30) ^ 0x30) << 4 | second : Int(metadata)
  }
}
