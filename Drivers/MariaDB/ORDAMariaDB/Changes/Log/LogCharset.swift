internal import ORDA

/// The character sets whose strings in the log can be read as the server would send them.
enum LogCharset: Sendable {
  case utf8, ascii, latin1, utf16, utf16LittleEndian, utf32
  case unknown

  /// By the server's name; ``unknown`` for all others.
  init(_ name: String?) {
    switch name {
    case "utf8mb4", "utf8mb3", "utf8": self = .utf8
    case "ascii": self = .ascii
    case "latin1": self = .latin1
    // Ucs2 has no surrogate pairs; surrogates are refused below.
    case "ucs2", "utf16": self = .utf16
    case "utf16le": self = .utf16LittleEndian
    case "utf32": self = .utf32
    default: self = .unknown
    }
  }

  /// Nil if the server would have to replace something.
  func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .utf8: return TextDecoding.string(bytes.assumingMemoryBound(to: UInt8.self))
    case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    case .latin1:
      if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
      return String(decoding: bytes.map { Self.windows1252($0) }, as: UTF16.self)
    case .utf16: return Self.utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
    case .utf16LittleEndian: return Self.utf16(bytes) { UInt16($1) << 8 | UInt16($0) }
    case .utf32:
      guard bytes.count % 4 == 0 else { return nil }
      var text = String.UnicodeScalarView()
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let number = (start..<start + 4).reduce(0 as UInt32) { $0 << 8 | UInt32(bytes[$1]) }
        guard let scalar = Unicode.Scalar(number) else { return nil }
        text.append(scalar)
      }
      return String(text)
    case .unknown: return nil
    }
  }

  private static func utf16(_ bytes: UnsafeRawBufferPointer, _ unit: (UInt8, UInt8) -> UInt16) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return String(validating: units, as: UTF16.self)
  }

  /// MariaDB's latin1 is Windows's, with ISO's characters where that has none.
  private static func windows1252(_ byte: UInt8) -> UInt16 {
    guard byte & 0xE0 == 0x80 else { return UInt16(byte) }
    return windows[Int(byte & 0x1F)]
  }

  private static let windows: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
