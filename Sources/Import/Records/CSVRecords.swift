import ORDA

/// How to read the records of a CSV file.
package struct CSVRecordOptions: Sendable {
  package var format = CSVFormat()
  /// False if the first line is already a record.
  package var hasHeader = true
  /// The columns, replacing those in the header; needed if there is none.
  package var columns: [String]?
  /// An unquoted string that means NULL, besides an empty place; empty for none.
  package var null: [UInt8] = []

  /// A file whose first line names the columns.
  package init() {}
}

/// The records of a CSV file.
final class CSVRecords<Source: ByteSource>: RecordSource {
  let columns: [String]
  let shape = 0
  let namesColumnsInEachRecord = false
  private var reader: CSVReader<Source>
  private var record = CSVRecord()
  private let null: [UInt8]

  var line: Int { record.line }

  /// Reads the header.
  ///
  /// - Throws: ``HeaderError`` for a first line that names no columns, and what reading it throws.
  init(_ source: Source, options: CSVRecordOptions) throws {
    reader = CSVReader(source, format: options.format)
    null = options.null
    var columns = options.columns
    if options.hasHeader {
      guard let header = try reader.next() else {
        throw HeaderError(description: "the file is empty; its first line must name the columns")
      }
      if let columns, columns.count != header.count {
        throw HeaderError(
          description:
            "line 1: \(Grouped.count(header.count, "column")) in the file, but \(columns.count) in --columns")
      }
      if columns == nil { columns = try Self.names(in: header) }
    }
    self.columns = columns ?? []
    reader.expectedFields = self.columns.count
  }

  func next() throws -> Bool { try reader.next(into: &record) }

  func values() throws -> [Value] {
    var values: [Value] = []
    try record.forEachField { values.append(try value($1, $2, at: $0)) }
    return values
  }

  func bind(to parameters: borrowing ParameterBinder) throws {
    let record = record
    try record.forEachField { column, field, isQuoted in
      if isNull(field, isQuoted) { return }  // like whatever is not bound
      if let bytes = bytes(field, isQuoted) {
        try parameters.bind(bytes, at: column)
      } else {
        try parameters.bind(record.text(field, of: column), at: column)
      }
    }
  }

  func observe(into inference: inout TypeInference) throws {
    record.forEachField { column, field, isQuoted in
      if isNull(field, isQuoted) { return }
      if let bytes = bytes(field, isQuoted) {
        inference.observe(.bytes(bytes), of: columns[column], near: column)
      } else {
        inference.observe(field: field, at: column)
      }
    }
  }

  private func value(_ field: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool, at column: Int) throws -> Value {
    if isNull(field, isQuoted) { return .null }
    if let bytes = bytes(field, isQuoted) { return .bytes(bytes) }
    return .text(try record.text(field, of: column))
  }

  @inline(__always)
  private func isNull(_ field: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool) -> Bool {
    !isQuoted && (field.isEmpty || field.count == null.count && field.elementsEqual(null))
  }

  /// The bytes of a field like `\x00ff`; quoted it would be text.
  @inline(__always)
  private func bytes(_ field: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool) -> [UInt8]? {
    guard field.count >= 2, field[0] == 0x5C, field[1] == 0x78, !isQuoted else { return nil }
    return Hexadecimal.bytes(field[2...])
  }

  private static func names(in header: CSVRecord) throws -> [String] {
    var names: [String] = []
    var taken: Set<String> = []
    for field in 0..<header.count {
      let name = try header.text(field)
      if name.isEmpty { throw HeaderError(description: "line 1: column \(field + 1) has no name") }
      guard taken.insert(name.lowercased()).inserted else {
        throw HeaderError(description: "line 1: two columns are called \(name)")
      }
      names.append(name)
    }
    return names
  }
}

/// A file that does not name the columns that it should.
package struct HeaderError: Error, CustomStringConvertible {
  package let description: String
}
