internal import ORDA

/// Opens PostgreSQL databases: a pool of equal connections.
struct PostgreSQLDriver: Driver {
  let name = "PostgreSQL"
  let schemes = [PostgreSQL.scheme, "postgres"]
  let urlShape = DatabaseURL.Shape.server
  let options = OptionTable.postgresql
  var schemaDialect: any SchemaDialect { PostgreSQLSchemaDialect() }
  let capabilities: Capabilities = [
    .transactionalDDL, .savepoints, .readOnlyTransactions, .concurrentReaders, .rowLocks, .returning, .lists,
    .cancellation, .columnOrigins, .foreignKeys, .checkConstraints, .views, .temporaryTables, .generatedColumns,
    .alteringTables, .compaction, .arrayBinding,
    .tablesRead,
  ]
  let serverCapabilities: Capabilities = [.changeEvents, .statementTimeout]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [HostMode.sequential.rawValue, HostMode.loadbalance.rawValue])
    let settings = try PostgreSQLSettings(url, options, timeSource: configuration.timeSource)
    let first = try PostgreSQLConnection.open(settings)
    let source: PostgreSQLChangeSource
    do throws(DatabaseError) {
      let isFollowed = PostgreSQLChangeSource.Choice(options) != .none
      let conditions = try isFollowed ? LogConditions.asked(on: first) : LogConditions()
      source = try PostgreSQLChangeSource(settings, options, conditions, logger: configuration.logger)
    } catch {
      first.close()
      throw error
    }
    first.changes = source
    var serverCapabilities: Capabilities = source.tellsRows ? [.changeEvents] : []
    if settings.prepares { serverCapabilities.insert(.statementTimeout) }
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first,
      serverCapabilities: serverCapabilities,
      layout: ConnectionGovernor.Layout(writers: options.integer("pool.max") ?? 10), changes: source,
      hosts: settings.hosts
    ) { (_) throws(DatabaseError) in
      let connection = try PostgreSQLConnection.open(settings)
      connection.changes = source
      return connection
    }
  }
}
