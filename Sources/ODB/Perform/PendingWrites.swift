/// Writes of a session that the database has not heard of yet.
///
/// Many small writes of one kind go to the database together: a perform that makes 100,000 values runs one statement for
/// each few thousand of them. What was written is in the session's cache meanwhile, so that its own reads miss nothing.
struct PendingWrites {
  enum Kind {
    case insert
    case update
  }

  private(set) var kind = Kind.insert
  private(set) var rows: [NodeRow] = []
  private var size = 0

  /// True where so much is waiting that it should go.
  var isFull: Bool { rows.count >= 4_096 || size > 1 << 20 }
  var isEmpty: Bool { rows.isEmpty }

  /// True where a row can wait with those that wait already.
  func takes(_ kind: Kind) -> Bool { rows.isEmpty || self.kind == kind }

  mutating func add(_ row: NodeRow, _ kind: Kind) {
    self.kind = kind
    rows.append(row)
    size += row.size
  }

  mutating func take() -> (Kind, [NodeRow]) {
    defer {
      rows = []
      size = 0
    }
    return (kind, rows)
  }
}
