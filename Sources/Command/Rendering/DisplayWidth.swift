/// How many terminal cells a string takes.
///
/// Terminals differ on rare characters; this is what most do: two cells for East Asian wide characters and emoji, none
/// for combining marks, one for the rest, and one width for a grapheme as a whole.
enum DisplayWidth {
  /// The width of a string without control characters.
  static func of(_ text: some StringProtocol) -> Int {
    var ascii = true
    var count = 0
    for byte in text.utf8 {
      if byte >= 0x80 {
        ascii = false
        break
      }
      count += 1
    }
    return ascii ? count : text.reduce(0) { $0 + of($1) }
  }

  /// The width of one grapheme: 0, 1 or 2.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The variation selector that asks for a coloured emoji, and the two letters of a flag.
      if scalar.value == 0xFE0F, width == 1 { return 2 }
      if 0x1F1E6...0x1F1FF ~= scalar.value { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and final consonants of Hangul join the syllable before them.
    if 0x1160...0x11FF ~= scalar.value { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0 ~= scalar.value } ? 2 : 1
  }

  /// The blocks whose characters Unicode's East_Asian_Width calls wide or full width, without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
