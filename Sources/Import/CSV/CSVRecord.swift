/// One record of a CSV file: its fields as bytes, without their quotes.
///
/// A record is storage that the reader fills again and again; reading a file of any length only allocates for its
/// longest record.
package struct CSVRecord {
  /// The line on which the record begins, counted from 1.
  package private(set) var line = 0
  package private(set) var bytes: [UInt8] = []
  /// Where each field ends in ``bytes``, times two, plus one for a quoted field.
  private var ends: [Int] = []

  /// Storage for a reader to fill.
  package init() {}

  /// How many fields there are.
  package var count: Int { ends.count }

  /// A field's bytes.
  package subscript(field: Int) -> ArraySlice<UInt8> { bytes[range(field)] }

  /// True if the field was quoted.
  package func isQuoted(_ field: Int) -> Bool { ends[field] & 1 == 1 }

  /// True for a field with nothing in it, not even quotes: `a,,b` has one, `a,"",b` has none.
  package func isNull(_ field: Int) -> Bool { !isQuoted(field) && range(field).isEmpty }

  /// A field's text.
  ///
  /// - Throws: ``CSVError`` if the bytes are not UTF-8.
  package func text(_ field: Int) throws -> String {
    try bytes.withUnsafeBufferPointer { try text(UnsafeBufferPointer(rebasing: $0[range(field)]), of: field) }
  }

  /// The text of a lent field.
  ///
  /// - Throws: ``CSVError`` if the bytes are not UTF-8.
  @inline(__always)
  package func text(_ bytes: UnsafeBufferPointer<UInt8>, of field: Int) throws -> String {
    // Most text is ASCII, and looking for anything else costs a fraction of validating.
    if bytes.reduce(0, |) < 0x80 { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CSVError(line: line, reason: .notUTF8(field: field + 1))
    }
    return text
  }

  /// Lends the bytes of all fields in turn, with the place of each and whether it was quoted.
  @inline(__always)
  package func forEachField(_ body: (Int, UnsafeBufferPointer<UInt8>, _ isQuoted: Bool) throws -> Void) rethrows {
    try bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for field in ends.indices {
        let end = ends[field] >> 1
        try body(field, UnsafeBufferPointer(rebasing: bytes[start..<end]), ends[field] & 1 == 1)
        start = end
      }
    }
  }

  /// True for an empty line.
  package var isBlank: Bool { ends.count == 1 && isNull(0) }

  private func range(_ field: Int) -> Range<Int> {
    (field == 0 ? 0 : ends[field - 1] >> 1)..<(ends[field] >> 1)
  }

  // MARK: For the reader

  mutating func begin(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: run))
  }

  mutating func endField(quoted: Bool) {
    ends.append(bytes.count << 1 | (quoted ? 1 : 0))
  }
}
