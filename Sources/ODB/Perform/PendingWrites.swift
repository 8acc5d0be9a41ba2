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
  /// Nodes, with the values of those that are no tables.
  private(set) var rows: [(node: Node, value: ODBValue?)] = []
  private var size = 0

  /// True where so much is waiting that it should go.
  var isFull: Bool { rows.count >= 4_096 || size > 1 << 20 }
  var isEmpty: Bool { rows.isEmpty }

  /// True where a row can wait with those that wait already.
  func takes(_ kind: Kind) -> Bool { rows.isEmpty || self.kind == kind }

  mutating func add(_ node: Node, _ value: ODBValue?, _ kind: Kind) {
    self.kind = kind
    rows.append((node, value))
    size += value?.content.size ?? 0
  }

  mutating func take() -> (Kind, [(node: Node, value: ODBValue?)]) {
    defer {
      rows = []
      size = 0
    }
    return (kind, rows)
  }
}
