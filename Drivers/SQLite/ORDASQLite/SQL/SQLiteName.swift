internal import ORDA

/// How SQLite compares and writes names.
enum SQLiteName {
  /// True if both are one name to SQLite: it ignores the case of ASCII letters, and of no others.
  static func equal(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { fold($0) == fold($1) }
  }

  /// True if the lists contain the same names in the same order.
  static func equal(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right, by: { equal($0, $1) })
  }

  /// The name as SQL writes it, whatever is in it.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The name as a string literal, where it is a value.
  static func literal(_ name: String) -> String {
    "'" + String(decoding: name.utf8.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }, as: UTF8.self) + "'"
  }

  /// The name with ASCII's small letters made capitals.
  static func capitals(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// The key of a name in dictionaries: the same for names that SQLite takes for one.
  static func key(_ name: String) -> SQLName { SQLName(capitals(name)) }

  /// The name with ASCII's capitals made small: equal if SQLite takes two for one name.
  static func folded(_ name: String) -> String { String(decoding: name.utf8.map(fold), as: UTF8.self) }

  private static func fold(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
