@testable import ORDA

/// A governor that keeps what it was opened with; what it runs, another one runs.
final class FakeGovernor: Governor {
  let url: DatabaseURL
  let options: OptionValues
  let password: String?
  private let base: any Governor

  init(_ url: DatabaseURL, _ options: OptionValues, password: String? = nil) throws(DatabaseError) {
    self.password = password
    self.url = url
    self.options = options
    base = try FakeDatabase().governor(for: url, options: options, configuration: GovernorConfiguration())
  }

  var driverName: String { base.driverName }
  var dialect: Dialect { base.dialect }
  var capabilities: Capabilities { base.capabilities }
  var statistics: GovernorStatistics { base.statistics }
  func prepare(_ sql: SQL) throws -> any Statement { try base.prepare(sql) }
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws { try base.withExecution(of: sql, parameters, timeout: timeout, body) }
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws { try await base.withExecution(of: sql, parameters, timeout: timeout, body) }
  func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try base.openRows(of: sql, parameters, timeout: timeout)
  }
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult] {
    try base.executeScript(script, timeout: timeout)
  }
  func tables(schema: String?) throws -> [TableName] { try base.tables(schema: schema) }
  func describe(_ table: TableName) throws -> TableDescription? { try base.describe(table) }
  func lease(_ request: LeaseRequest, _ body: (Connection) throws -> Void) throws { try base.lease(request, body) }
  func lease(_ request: LeaseRequest, _ body: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await base.lease(request, body)
  }
  func begin(_ request: LeaseRequest) async throws -> AsyncTransaction { try await base.begin(request) }
  func rowStream(of sql: SQL, _ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    base.rowStream(of: sql, parameters, timeout: timeout)
  }
  func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws { try base.onConnect(setUp) }
  func ping() throws { try base.ping() }
  func close(within grace: Duration) throws { try base.close(within: grace) }
}

/// A driver that opens nothing and keeps what it was given.
struct FakeDriver: Driver {
  var name = "Fake"
  var schemes = ["fake", "fakedb"]
  var urlShape = DatabaseURL.Shape.server
  var options = OptionTable(
    OptionDefinition.secret("password", meaning: "The account's password") + [
      OptionDefinition(
        "ssl-mode", .choice(["disabled", "verify-ca", "verify-full"]), default: "verify-full", aliases: ["tls"],
        summary: "How the server is checked."),
      OptionDefinition("pool.max", .integer(1...4), default: "2", summary: "Fewer than elsewhere."),
    ],
    namespaces: [
      OptionNamespace("session", summary: "A variable of the session.") {
        $0 == "time_zone" ? "sessions run at +00:00" : nil
      }
    ])
  let capabilities: Capabilities = [.savepoints, .returning]

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    var password: String?
    try url.requireMode(oneOf: ["sequential"])
    if case .server(let server) = url.location { password = try options.password(of: server) }
    return try FakeGovernor(url, options, password: password)
  }
}

/// Another driver, of another type.
struct OtherDriver: Driver {
  var name = "Other"
  var schemes = ["other"]
  let urlShape = DatabaseURL.Shape.file
  let options = OptionTable()
  let capabilities: Capabilities = []

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try FakeGovernor(url, options)
  }
}
