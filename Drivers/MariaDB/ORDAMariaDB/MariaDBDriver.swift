internal import ORDA

/// Opens MariaDB databases: a pool of equal connections.
struct MariaDBDriver: Driver {
  let name = "MariaDB"
  let schemes = [MariaDB.scheme, "mysql"]
  let urlShape = DatabaseURL.Shape.server
  let options = OptionTable.mariadb
  var names = NameService.system
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
    let settings = try MariaDBSettings(url, options, names: names, timeSource: configuration.timeSource)
    let layout = try Self.layout(of: settings, options)
    let followsLog = MariaDBChangeSource.Choice(options).followsLog
    let first = try MariaDBConnection.open(settings, asksGrants: followsLog)
    do throws(DatabaseError) { try first.checkNamesTransactions() } catch {
      first.close()
      throw error
    }
    var serverCapabilities = Capabilities(minimumCapacity: self.serverCapabilities.count)
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
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: first,
      serverCapabilities: serverCapabilities, layout: layout, changes: source, hosts: settings.hosts
    ) { (role) throws(DatabaseError) in
      let connection = try MariaDBConnection.open(settings, as: role)
      connection.changes = source
      return connection
    }
  }

  /// With replicas half of the connections are to them, and the first host has the others.
  private static func layout(
    of settings: MariaDBSettings, _ options: OptionValues
  ) throws(DatabaseError) -> ConnectionGovernor.Layout {
    let maximum = options.integer("pool.max") ?? 10
    guard settings.hosts.mode == .replication else { return ConnectionGovernor.Layout(writers: maximum) }
    guard maximum > 1 else {
      throw DatabaseError(
        .badURL, "mariadb+replication needs a connection to write and one to read: pool.max is 2 or more")
    }
    let lag = options.choice("replica-lag").flatMap(ReplicaLag.init) ?? .primary
    return ConnectionGovernor.Layout(
      writers: maximum / 2, readers: maximum - maximum / 2, replicaPatience: lag.patience)
  }
}
