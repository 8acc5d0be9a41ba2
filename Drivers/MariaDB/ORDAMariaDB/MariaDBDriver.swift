internal import ORDA

/// Opens MariaDB databases: a pool of equal connections.
struct MariaDBDriver: Driver {
  let name = "MariaDB"
  let schemes = [MariaDB.scheme, "mysql"]
  let urlShape = DatabaseURL.Shape.server
  let options = OptionTable.mariadb
  var schemaDialect: any SchemaDialect { MariaDBSchemaDialect() }
  let capabilities: Capabilities = [
    .savepoints, .readOnlyTransactions, .concurrentReaders, .interleaving, .returning, .multipleResults, .lists,
    .cancellation, .columnOrigins, .foreignKeys, .checkConstraints, .views, .generatedColumns, .rowLocks,
    .temporaryTables, .alteringTables, .compaction, .tablesRead,
  ]
  let serverCapabilities: Capabilities = [.arrayBinding, .statementTimeout, .changeEvents]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    let settings = try MariaDBSettings(url, options)
    let followsLog = MariaDBChangeSource.Choice(options).followsLog
    let first = try MariaDBConnection.open(settings, asksGrants: followsLog)
    var serverCapabilities: Capabilities = []
    if first.takesArrays { serverCapabilities.insert(.arrayBinding) }
    if first.keepsTimeLimits { serverCapabilities.insert(.statementTimeout) }
    let source: MariaDBChangeSource
    do throws(DatabaseError) {
      source = try MariaDBChangeSource(
        settings, options,
        naming: MariaDBNaming(countsCapitals: first.session.namesCountCapitals, schema: settings.database),
        logger: configuration.logger)
    } catch {
      first.close()
      throw error
    }
    if followsLog, first.session.logsRows, first.mayReadLog { serverCapabilities.insert(.changeEvents) }
    first.changes = source
    let layout = ConnectionGovernor.Layout(writers: options.integer("pool.max") ?? 10)
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first,
      serverCapabilities: serverCapabilities, layout: layout, changes: source, hosts: settings.hosts
    ) { (_) throws(DatabaseError) in
      let connection = try MariaDBConnection.open(settings)
      connection.changes = source
      return connection
    }
  }
}
