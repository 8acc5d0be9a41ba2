internal import Foundation

/// Decides which names are the same: those that differ in case, or in how Unicode composes a letter, and no others.
///
/// A name is converted to Unicode's form NFC, and then each character is replaced by its small one, according to a
/// table for one version of Unicode, which is part of this module. Swift's own `lowercased()` follows the system's
/// version: two machines would disagree about the content of a database that they share. Nothing depends on a language:
/// I and i are one letter, also in Turkish, and Straße is not STRASSE.
enum NameFolding {
  /// The form of a name used for comparisons.
  static func fold(_ name: String) -> String {
    var name = name
    let (isSimple, hasCapitals) = name.withUTF8 { bytes in
      (bytes.allSatisfy { $0 < 0x80 }, bytes.contains { $0 >= 0x41 && $0 <= 0x5A })
    }
    if isSimple {
      if !hasCapitals { return name }
      return String(decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var folded = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
      // The only character whose small form is two characters.
      if scalar == "\u{130}" {
        folded.append(contentsOf: "i\u{307}".unicodeScalars)
      } else {
        folded.append(lowercase(scalar))
      }
    }
    return String(folded).precomposedStringWithCanonicalMapping
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let code = scalar.value
    let ranges = LowercaseTable.ranges
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < code { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count else { return scalar }
    let range = ranges[low]
    guard code >= range.first, (code - range.first) % range.step == 0 else { return scalar }
    return Unicode.Scalar(UInt32(truncatingIfNeeded: Int64(code) + Int64(range.offset))) ?? scalar
  }
}
