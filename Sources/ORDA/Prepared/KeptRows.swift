/// The rest of a result, kept while another statement uses its connection.
struct KeptRows {
  let buffer = RowBuffer()
  let names: [String]
  let version: Int
  /// The number of rows, and the current one: -1 before the first.
  private(set) var count = 0
  private(set) var current = -1
  /// True if the result ends with the last kept row.
  var isWhole = false
  /// Set if the statement failed after the last row.
  var failure: DatabaseError?
  var outcome = StatementOutcome(changed: nil, lastID: nil)
  private var boxedSize = 0
  private var boxedCount = 0

  init(of statement: any DriverStatement) {
    names = statement.columnNames
    version = statement.columnsVersion
  }

  /// How many bytes the rows take, more or less.
  var size: Int { buffer.cellCount * MemoryLayout<RowBuffer.Cell>.stride + buffer.contentCount + boxedSize }
  /// The index of the current row's first cell.
  var base: Int { current * names.count }

  /// Appends a statement's current row.
  mutating func append(_ statement: any DriverStatement) {
    statement.appendRow(to: buffer)
    count += 1
    while boxedCount < buffer.boxed.count {
      boxedSize += Self.size(of: buffer.boxed[boxedCount])
      boxedCount += 1
    }
  }

  /// Moves to the next kept row.
  mutating func advance() -> Bool {
    guard current + 1 < count else { return false }
    current += 1
    return true
  }

  private static func size(of value: Value) -> Int {
    switch value {
    case .text(let text), .json(let text): 64 + text.utf8.count
    case .bytes(let bytes), .other(_, let bytes): 64 + bytes.count
    default: 64
    }
  }
}
