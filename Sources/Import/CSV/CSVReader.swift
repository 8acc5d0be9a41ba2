/// Reads CSV as RFC 4180 describes it, and as it occurs: any of the three line ends, a byte order mark, a last line
/// without an end, quotes in the middle of an unquoted field, blanks after a closing quote, empty lines.
///
/// Bytes are read in chunks, so a file of any length takes the memory of one chunk and its longest record.
package struct CSVReader<Source: ByteSource> {
  private var source: Source
  private let format: CSVFormat
  private var buffer: [UInt8]
  private var position = 0
  private var limit = 0
  private var hasBegun = false
  /// True if a record ended in CR, the last byte read: an LF next belongs to it.
  private var endedInReturn = false
  /// The line of the next byte, counted from 1.
  package private(set) var line = 1

  /// How many fields each record must have; set it from the first one.
  package var expectedFields: Int?

  package init(_ source: Source, format: CSVFormat = CSVFormat(), chunk: Int = 256 << 10) {
    self.source = source
    self.format = format
    buffer = [UInt8](repeating: 0, count: max(4, chunk))
  }

  private enum State {
    case fieldStart
    case unquoted
    case quoted
    /// A quote was seen within quotes: the end, or the first of two.
    case quoteInQuotes
    /// Only blanks may come before the delimiter.
    case afterQuotes
    /// The record is bad: the rest of its line is skipped.
    case passingOver
  }

  /// Reads the next record into new storage; nil at the end.
  ///
  /// - Throws: Like ``next(into:)``.
  package mutating func next() throws -> CSVRecord? {
    var record = CSVRecord()
    return try next(into: &record) ? record : nil
  }

  /// Reads the next record into storage that is reused; false at the end.
  ///
  /// Empty lines are skipped, unless records have one field: then they are records with a NULL.
  ///
  /// - Throws: ``CSVError``, after which the next call continues with the next line if the error says that it can; and
  ///   what the source throws.
  package mutating func next(into record: inout CSVRecord) throws -> Bool {
    while try read(into: &record) {
      if record.isBlank, expectedFields != 1 { continue }
      if let expectedFields, record.count != expectedFields {
        throw CSVError(line: record.line, reason: .fieldCount(expected: expectedFields, found: record.count))
      }
      return true
    }
    return false
  }

  private mutating func read(into record: inout CSVRecord) throws -> Bool {
    if !hasBegun { try passByteOrderMark() }
    if endedInReturn {
      guard try hasMore() else { return false }
      if buffer[position] == 0x0A { position += 1 }
      endedInReturn = false
    }
    guard try hasMore() else { return false }

    record.begin(line: line)
    var state = State.fieldStart
    var quoteLine = line
    var failure: CSVError?
    while try hasMore() {
      if scan(into: &record, state: &state, quoteLine: &quoteLine, failure: &failure) {
        if let failure { throw failure }
        return true
      }
    }
    if let failure { throw failure }
    if state == .quoted { throw CSVError(line: line, reason: .unclosedQuote(openedOn: quoteLine)) }
    record.endField(quoted: state == .quoteInQuotes || state == .afterQuotes)
    return true
  }

  /// Takes what the buffer contains; true if the record ended in it.
  private mutating func scan(
    into record: inout CSVRecord, state: inout State, quoteLine: inout Int, failure: inout CSVError?
  ) -> Bool {
    let (delimiter, quote) = (format.delimiter, format.quote)
    let chunk = buffer  // another reference during the call, so that the closure may change `self`
    return chunk.withUnsafeBufferPointer { bytes in
      var index = position
      defer { position = index }
      while index < limit {
        let byte = bytes[index]
        switch state {
        case .fieldStart where byte == quote:
          state = .quoted
          quoteLine = line
          index += 1
        case .quoteInQuotes where byte == quote:
          record.append(bytes[index..<index + 1])
          state = .quoted
          index += 1
        case .fieldStart, .unquoted:
          let start = index
          while index < limit, bytes[index] != delimiter, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
          record.append(bytes[start..<index])
          state = .unquoted
          if index < limit, endField(&record, by: bytes[index], quoted: false, at: &index, state: &state) {
            return true
          }
        case .quoted:
          let start = index
          while index < limit, bytes[index] != quote {
            if bytes[index] == 0x0A { line += 1 }
            index += 1
          }
          record.append(bytes[start..<index])
          if index < limit {
            state = .quoteInQuotes
            index += 1
          }
        case .quoteInQuotes, .afterQuotes:
          if byte == delimiter || byte == 0x0A || byte == 0x0D {
            if endField(&record, by: byte, quoted: true, at: &index, state: &state) { return true }
          } else if byte == 0x20 || byte == 0x09 {
            state = .afterQuotes
            index += 1
          } else {
            failure = CSVError(line: line, reason: .textAfterQuote(field: record.count + 1))
            state = .passingOver
          }
        case .passingOver:
          while index < limit, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
          if index < limit, endField(&record, by: bytes[index], quoted: false, at: &index, state: &state) {
            return true
          }
        }
        if record.bytes.count > format.longestRecord, state != .passingOver {
          failure = CSVError(line: record.line, reason: .recordTooLong(limit: format.longestRecord))
          state = .passingOver
        }
      }
      return false
    }
  }

  /// Ends a field at a delimiter or line end, and skips that; true if the record ends, too.
  @inline(__always)
  private mutating func endField(
    _ record: inout CSVRecord, by byte: UInt8, quoted: Bool, at index: inout Int, state: inout State
  ) -> Bool {
    record.endField(quoted: quoted)
    index += 1
    if byte == format.delimiter {
      state = .fieldStart
      return false
    }
    line += 1
    endedInReturn = byte == 0x0D
    return true
  }

  /// True if a byte is in the buffer, after filling it if necessary.
  private mutating func hasMore() throws -> Bool {
    if position < limit { return true }
    position = 0
    limit = 0
    limit = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
    return limit > 0
  }

  private mutating func passByteOrderMark() throws {
    hasBegun = true
    while limit < 3 {
      let count = try buffer.withUnsafeMutableBytes {
        try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[limit...]))
      }
      if count == 0 { break }
      limit += count
    }
    if buffer[..<limit].starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer[..<limit].starts(with: [0xFF, 0xFE]) || buffer[..<limit].starts(with: [0xFE, 0xFF]) {
      throw CSVError(line: 1, reason: .notUTF8File)
    }
  }
}
