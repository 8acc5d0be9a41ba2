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
  ]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [HostMode.sequential.rawValue, HostMode.loadbalance.rawValue])
    let settings = try PostgreSQLSettings(url, options)
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration,
      first: PostgreSQLConnection.open(settings),
      layout: ConnectionGovernor.Layout(writers: options.integer("pool.max") ?? 10), hosts: settings.hosts
    ) { (_) throws(DatabaseError) in try PostgreSQLConnection.open(settings) }
  }
}
