internal import ORDA

/// The rows that a program makes, as COPY reads them: in its binary format, which costs the server least, and as lines of text
/// from the first value on that is none of its column's type. The server then reads what it takes it for, as everywhere.
final class CopyRows {
  private let columns: [ResultColumn]
  private var columnCount: Int { columns.count }
  /// How many bytes a portion has.
  private let size: Int
  /// Nil where lines are written.
  @exclusivity(unchecked) private var fields: CopyFields?
  private let lines: CopyLines
  /// The binary rows before the first line, until they are taken.
  @exclusivity(unchecked) private var finished: [UInt8] = []
  /// How many values the row has that is being written.
  @exclusivity(unchecked) private var count = 0

  /// - Parameters:
  ///   - columns: The table's columns that are given.
  ///   - size: How many bytes are sent at a time.
  init(_ columns: [ResultColumn], size: Int) {
    self.columns = columns
    self.size = size
    fields = CopyFields(columns)
    lines = CopyLines(columns.map(\.type))
  }

  /// True if a portion should be taken before more is added.
  var isFull: Bool { !finished.isEmpty || (fields?.bytes.count ?? lines.bytes.count) >= size }

  /// The next rows that are written; nil for none.
  func take() -> CopyPortion? {
    let isBinary = !finished.isEmpty || fields != nil
    var bytes = finished
    if bytes.isEmpty { bytes = fields?.takeBytes() ?? lines.takeBytes() } else { finished = [] }
    return bytes.isEmpty ? nil : CopyPortion(bytes: bytes, isBinary: isBinary)
  }

  /// Adds the row that a closure writes.
  func addRow(_ write: (borrowing PostgreSQL.BulkRow) throws -> Void) throws {
    count = 0
    fields?.beginRow()
    try write(PostgreSQL.BulkRow(rows: self))
    guard count == columnCount else {
      throw DatabaseError(.misuse, "a row has \(count) values, and \(columnCount) columns are given")
    }
    if fields == nil { lines.endRow() }
  }

  func append(_ value: some ValueConvertible) throws(DatabaseError) {
    guard count < columnCount else {
      throw DatabaseError(.misuse, "a row has more values than the \(columnCount) columns that are given")
    }
    if fields == nil, count > 0 { lines.endValue() }
    try value.bind(to: self, at: count)
    count += 1
    if let failure = lines.failure { throw failure }
  }

  /// Where the value goes that is none of its column's type: it and all that follows are texts.
  private func text() -> CopyLines {
    guard let fields else { return lines }
    for (index, value) in fields.takeRow().enumerated() {
      lines.bind(value, at: index)
      lines.endValue()
    }
    finished = fields.takeBytes()
    self.fields = nil
    return lines
  }
}

extension CopyRows: BindTarget {
  func bindNull(at index: Int) { if let fields { fields.addNull() } else { lines.bindNull(at: index) } }
  func bind(_ value: Int64, at index: Int) { if fields?.add(value) != true { text().bind(value, at: index) } }
  func bind(_ value: Double, at index: Int) { if fields?.add(value) != true { text().bind(value, at: index) } }
  func bind(_ value: String, at index: Int) { if fields?.add(value) != true { text().bind(value, at: index) } }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    if fields?.add(bytes: bytes) != true { text().bind(bytes: bytes, at: index) }
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .double(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .bytes(let content): content.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .json(let json):
      let value = array(ofJSON: json, at: index) ?? value
      if fields?.add(value) != true { text().bind(value, at: index) }
    default: if fields?.add(value) != true { text().bind(value, at: index) }
    }
  }

  /// The array that JSON becomes in a column of an array type; nil in any other column.
  private func array(ofJSON json: String, at index: Int) -> Value? {
    guard columns.indices.contains(index), case .other(let type) = columns[index].kind, type.hasSuffix("[]") else {
      return nil
    }
    return ArrayText.text(ofJSON: json, type: type).map { .other(type: type, bytes: $0) }
  }
}
