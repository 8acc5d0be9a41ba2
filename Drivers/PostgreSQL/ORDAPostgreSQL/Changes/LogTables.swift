internal import ORDA

/// The tables that a log names: which ones somebody wants to hear of, and how to read their rows.
struct LogTables {
  /// Whether somebody wants to hear of a table.
  let wants: (TableName) -> Bool
  /// Describes a table as it is now; nil if its rows can't be reported, or it is gone.
  let describe: (LoggedRelation) -> LoggedDescription?

  private enum Layout {
    case unread
    case unreadable
    case known(LoggedLayout)
  }

  private var relations: [UInt32: LoggedRelation] = [:]
  private var layouts: [UInt32: Layout] = [:]

  init(wants: @escaping (TableName) -> Bool, describe: @escaping (LoggedRelation) -> LoggedDescription?) {
    self.wants = wants
    self.describe = describe
  }

  /// Rows of a table follow; the server says so again when it was altered.
  mutating func note(_ relation: LoggedRelation) {
    relations[relation.number] = relation
    layouts[relation.number] = .unread
  }

  /// A table by its number; nil if the log has not named it.
  func identity(of number: UInt32) -> TableName? {
    relations[number].map { TableName(schema: $0.schema, name: $0.name) }
  }

  /// The change that a message tells; nil if it can't be reported row by row.
  mutating func change(_ message: LogMessage, of number: UInt32) -> RowChange? {
    guard let relation = relations[number], let identity = identity(of: number) else { return nil }
    if case .unread? = layouts[number] {
      let layout = describe(relation).map { LoggedLayout(relation, $0, identity: identity) }
      layouts[number] = layout.map { .known($0) } ?? .unreadable
    }
    guard case .known(let layout)? = layouts[number] else { return nil }
    return layout.change(message)
  }
}
