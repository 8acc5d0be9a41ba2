/// Rows on their way into a table: some gather in memory, and go together.
struct NodeInsertion {
  /// At most this many are sent at once, with a limit in bytes: no more ever wait.
  private static let longest = 4_096
  private static let largest = 1 << 20

  private let insert: NodeInsert
  private var rows: [NodeRow] = []
  private var size = 0

  init(_ insert: NodeInsert) { self.insert = insert }

  mutating func add(_ row: NodeRow) throws {
    rows.append(row)
    size += row.size
    if size >= Self.largest || rows.count >= Self.longest { try finish() }
  }

  /// Inserts the waiting rows.
  mutating func finish() throws {
    try insert.run(rows)
    rows = []
    size = 0
  }
}
