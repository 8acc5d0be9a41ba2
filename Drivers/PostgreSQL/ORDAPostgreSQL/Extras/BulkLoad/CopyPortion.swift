/// Some rows on their way into a table, as COPY reads them.
struct CopyPortion: Sendable {
  var bytes: [UInt8]
  /// True for the binary format, false for lines of text.
  var isBinary: Bool
}
