/// How a file's values are separated and quoted.
package struct CSVFormat: Sendable {
  /// The byte between two fields; a comma.
  package var delimiter: UInt8 = 0x2C
  /// The byte around fields that contain a delimiter, a line end or, doubled, the byte itself; `"`.
  package var quote: UInt8 = 0x22
  /// The longest record to read, so that an unclosed quote does not fill the memory.
  package var longestRecord = 64 << 20

  /// Fields between commas, and quotes around them.
  package init() {}

  /// A delimiter as typed on a command line: one ASCII character, or `tab`; nil for anything else.
  package static func delimiter(named text: String) -> UInt8? {
    if text == "tab" || text == "\\t" { return 0x09 }
    let forbidden: [UInt8] = [0x22, 0x0A, 0x0D]
    guard text.utf8.count == 1, let byte = text.utf8.first, !forbidden.contains(byte) else { return nil }
    return byte
  }
}
