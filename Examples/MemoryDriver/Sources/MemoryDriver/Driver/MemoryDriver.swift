import ORDA

/// Opens databases in memory. Governors of the same name share one for as long as any of them lives.
struct MemoryDriver: Driver {
  let name = "Memory"
  let schemes = ["memory"]
  let urlShape = DatabaseURL.Shape.name

  let options = OptionTable([
    OptionDefinition(
      "busy-timeout", .duration, default: "5s",
      summary: "How long a change waits for another's transaction before it fails as busy."),
    OptionDefinition(
      "readers", .integer(0...64), default: "4", summary: "How many connections read beside the one that writes."),
  ])

  let capabilities: Capabilities = [
    .transactionalDDL, .savepoints, .readOnlyTransactions, .concurrentReaders, .interleaving, .cancellation,
    .columnOrigins, .changeEvents,
  ]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [])
    let database: MemoryDatabase
    if case .file(let name) = url.location { database = .named(name) } else { database = MemoryDatabase() }
    let patience = options.duration("busy-timeout") ?? .seconds(5)
    let source = MemoryChangeSource(database)
    let layout = ConnectionGovernor.Layout(
      writers: 1, readers: min(options.integer("readers") ?? 4, (options.integer("pool.max") ?? 10) - 1))
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration,
      first: MemoryConnection(to: database, role: .writer, patience: patience, source: source), layout: layout,
      changes: source
    ) { (role) throws(DatabaseError) in
      MemoryConnection(to: database, role: role, patience: patience, source: source)
    }
  }
}
