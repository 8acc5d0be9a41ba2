internal import ORDA

/// The tables that a log names: which ones somebody wants to hear of, and how to read their rows.
struct LogTables: LoggedTables {
  /// Whether somebody wants to hear of a table, by its identity.
  let wants: (TableName) -> Bool
  /// Describes a table as it is now; nil if its rows can't be reported, or it is gone.
  let describe: (TableName) -> LoggedDescription?
  let naming: MariaDBNaming

  private struct Mapped {
    let map: TableMap
    let identity: TableName
    let isWanted: Bool
  }

  private var maps: [UInt64: Mapped] = [:]
  /// By identity; nil for a table whose rows can't be reported.
  private var layouts: [TableName: LoggedLayout?] = [:]

  init(
    naming: MariaDBNaming, wants: @escaping (TableName) -> Bool,
    describe: @escaping (TableName) -> LoggedDescription?
  ) {
    self.naming = naming
    self.wants = wants
    self.describe = describe
  }

  func identity(of table: TableName) -> TableName { naming.identity(of: table) }

  mutating func note(_ map: TableMap) {
    let identity = identity(of: TableName(schema: map.schema, name: map.table))
    maps[map.id] = Mapped(map: map, identity: identity, isWanted: wants(identity))
  }

  mutating func forgetMaps() { maps.removeAll(keepingCapacity: true) }

  mutating func forgetLayouts() { layouts = [:] }

  func table(of event: RowsEvent) -> LoggedPlace {
    guard let mapped = maps[event.table] else { return .unmapped }
    return mapped.isWanted ? .wanted(mapped.identity) : .unwanted
  }

  mutating func changes(of event: RowsEvent) -> [RowChange]? {
    guard let mapped = maps[event.table], let layout = layout(mapped) else { return nil }
    return layout.changes(of: event)
  }

  private mutating func layout(_ mapped: Mapped) -> LoggedLayout? {
    if let known = layouts[mapped.identity] {
      guard let known else { return nil }
      if known.body == mapped.map.body { return known }
    }
    // If the table was altered since, the log will say so later, and this is then forgotten.
    let name = TableName(schema: mapped.map.schema, name: mapped.map.table)
    let made = describe(name).flatMap { try? LoggedLayout(mapped.map, $0, identity: mapped.identity) }
    layouts[mapped.identity] = .some(made)
    return made
  }
}

/// How a server compares the names of tables and schemas.
struct MariaDBNaming: Sendable {
  /// False if case does not matter: `lower_case_table_names` is not 0.
  var countsCapitals = true
  /// The schema of names without one.
  var schema: String?

  func identity(of table: TableName) -> TableName {
    TableName(schema: table.schema.map(folded) ?? foldedSchema, name: folded(table.name))
  }

  var foldedSchema: String? { schema.map(folded) }

  func folded(_ name: String) -> String { countsCapitals ? name : name.lowercased() }
}
