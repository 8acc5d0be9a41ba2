/// Writes of a session that the database has not received yet.
///
/// Many small writes of one kind go to the database together: a perform that makes 100,000 values runs one statement
/// for each few thousand of them. Meanwhile the session's cache has what was written, so that its own reads miss
/// nothing.
struct PendingWrites {
  enum Kind {
    case insert
    case update
  }

  private(set) var kind = Kind.insert
  /// Nodes, with values for those that are not tables.
  private(set) var rows: [(node: Node, value: ODBValue?)] = []
  private var size = 0

  /// True if so much is waiting that it should be sent.
  var isFull: Bool { rows.count >= 4_096 || size > 1 << 20 }
  var isEmpty: Bool { rows.isEmpty }

  /// True if a row can wait together with those already waiting.
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
