internal import ORDA

/// Opens SQLite databases: one writer and several readers for a file in WAL mode, otherwise one connection.
struct SQLiteDriver: Driver {
  let name = "SQLite"
  let schemes = ["sqlite", "sqlite3"]
  let urlShape = DatabaseURL.Shape.file
  let options = OptionTable.sqlite
  var schemaDialect: any SchemaDialect { SQLiteSchemaDialect() }
  var capabilities: Capabilities {
    var capabilities: Capabilities = [
      .transactionalDDL, .savepoints, .readOnlyTransactions, .concurrentReaders, .interleaving, .returning,
      .lists, .namedParameters, .cancellation, .columnOrigins, .foreignKeys, .checkConstraints, .views,
      .generatedColumns, .temporaryTables, .alteringTables, .compaction, .addedFunctions, .tablesRead,
    ]
    if SQLiteChangeSource.tellsRows { capabilities.insert(.changeEvents) }
    return capabilities
  }

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [])
    let settings = try SQLiteSettings(url, options)
    let watching = CommitWatching(means: SQLiteWatch.means) { (file) throws(DatabaseError) in
      try SQLiteWatch(file, settings)
    }
    let source = SQLiteChangeSource(
      watching: settings.isImmutable ? nil : watching, rowLimit: options.integer("change-limit") ?? 100_000)
    let place = settings.path.map { SQLiteFilePlace(path: $0, logger: configuration.logger) }
    let first = try SQLiteConnection(settings, role: .writer, source: source, place: place)
    // Without WAL readers and the writer would lock each other out; in memory each connection would be another
    // database.
    let isConcurrent = settings.path != nil && (first.isWriteAheadLogged || settings.mode == .readOnly)
    let layout = ConnectionGovernor.Layout(
      writers: 1, readers: isConcurrent ? min(settings.readers, (options.integer("pool.max") ?? 10) - 1) : 0,
      // A database in memory ends with its connection.
      replacesConnections: settings.path != nil, worksHere: true)
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first, layout: layout,
      changes: source
    ) { (role) throws(DatabaseError) in
      try SQLiteConnection(settings, role: role, source: source, place: place)
    }
  }
}
