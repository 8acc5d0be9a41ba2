import ORDA

/// What a statement has returned, as much of it as is shown.
struct QueryOutcome: Sendable {
  var columns: [Column] = []
  var rows: [[Value]] = []
  /// True where there are more rows than are shown.
  var isCut = false
  /// How many rows were changed, for a statement that returns none.
  var changed: Int?
  var took: Duration = .zero
}

/// What of a result is kept.
struct ResultLimits: Sendable {
  var rows: Int
  /// For all values together.
  var bytes = 16 << 20
  /// For one value, whose beginning is kept.
  var value = 65_536

  /// Reads what an execution returns.
  func read(_ execution: StatementExecution) throws -> QueryOutcome {
    var outcome = QueryOutcome()
    var size = 0
    while try execution.step() {
      guard outcome.rows.count < rows, size < bytes else {
        outcome.isCut = true
        break
      }
      let row = try execution.row().fetched()
      let values = row.values.map(cut)
      for value in values { size += Self.size(of: value) }
      outcome.rows.append(values)
    }
    outcome.columns = try execution.columns()
    return outcome
  }

  private func cut(_ value: Value) -> Value {
    switch value {
    case .text(let text) where text.utf8.count > self.value: .text(String(text.prefix(self.value)) + "…")
    case .json(let text) where text.utf8.count > self.value: .text(String(text.prefix(self.value)) + "…")
    case .bytes(let bytes) where bytes.count > self.value: .bytes(Array(bytes.prefix(self.value)))
    default: value
    }
  }

  private static func size(of value: Value) -> Int {
    switch value {
    case .text(let text), .json(let text): 16 + text.utf8.count
    case .bytes(let bytes), .other(_, let bytes): 16 + bytes.count
    default: 16
    }
  }
}
