internal import ORDA
internal import ORDAThreads

/// What a URL says, read once; a governor opens each connection with it.
///
/// It is an object, so sharing it copies nothing.
final class PostgreSQLSettings: Sendable {
  let hosts: Hosts
  let names: NameService
  let user: String?
  let database: String?
  /// Where the client library looks for what the URL doesn't say.
  let service: String?
  let tls: PostgreSQLSecurity
  let connectLimit: Duration
  /// How long connecting to several hosts may take: a little less than callers wait, so that they hear why it failed.
  let searchLimit: Duration
  /// Nil for ever.
  let readLimit: Duration?
  let writeLimit: Duration?
  let keepaliveSeconds: Int
  let applicationName: String
  let attributes: SessionAttributes
  /// Whether statements are prepared by name.
  let prepares: Bool
  /// Whether a pooler gives each transaction another session.
  let poolsTransactions: Bool
  /// Whether each statement of a transaction has a savepoint.
  let protectsStatements: Bool
  let variables: [(name: String, value: String)]
  private let server: DatabaseURL.Server
  private let options: OptionValues

  /// What sessions on a host must be able to do.
  enum SessionAttributes: String, Sendable {
    case any
    case readWrite = "read-write"
    case readOnly = "read-only"
    case primary, standby
  }

  /// - Parameter timeSource: The governor's clock.
  init(
    _ url: DatabaseURL, _ options: OptionValues, names: NameService = .system, timeSource: TimeSource = .system
  ) throws(DatabaseError) {
    guard case .server(let server) = url.location else {
      throw DatabaseError(.badURL, "a PostgreSQL database is on a server: postgresql://localhost/music")
    }
    for host in server.hosts {
      if let parameter = host.parameters.first {
        throw DatabaseError(.badURL, "a PostgreSQL host takes no parameter '\(parameter.name)'")
      }
    }
    self.server = server
    self.options = options
    self.names = names
    hosts = try Hosts(url, timeSource: timeSource)
    user = server.user
    database = server.database
    service = options.text("service")
    tls = try PostgreSQLSecurity(options)
    connectLimit = max(.milliseconds(100), options.duration("connect-timeout") ?? .seconds(10))
    searchLimit = (options.duration("pool.acquire-timeout") ?? .seconds(30)) * 0.9
    readLimit = options.duration("read-timeout").flatMap { $0 > .zero ? $0 : nil }
    writeLimit = options.duration("write-timeout").flatMap { $0 > .zero ? $0 : nil }
    keepaliveSeconds = Int(clamping: options.duration("keepalive")?.components.seconds ?? 60)
    applicationName = options.text("application-name") ?? "orda"
    attributes = options.choice("target-session-attrs").flatMap(SessionAttributes.init) ?? .any
    poolsTransactions = options.choice("pooler") == "transaction"
    prepares = options.choice("prepare") != "off" && !poolsTransactions
    protectsStatements = options.choice("transaction.statement-savepoints") != "off"
    var variables = options.namespace("session")
    if let path = options.text("search-path") { variables.append(("search_path", path)) }
    self.variables = variables
    if poolsTransactions, let variable = variables.first {
      throw DatabaseError(
        .badURL,
        "the setting \(variable.name) needs a dedicated session, which pooler=transaction excludes; remove the setting from the URL, "
          + "and set it for the account: ALTER ROLE … SET \(variable.name)")
    }
    // The client library, written in C, would cut each at the NUL.
    let texts = [
      ("user", user), ("database", database), ("ca", tls.authorities), ("cert", tls.certificate), ("key", tls.key),
      ("application-name", applicationName), ("service", service),
    ]
    for (name, text) in texts { try Self.refuseNUL(in: text, name) }
    for variable in variables {
      try Self.refuseNUL(in: variable.value, "session.\(variable.name)")
      guard !variable.name.isEmpty, variable.name.utf8.allSatisfy({ Self.isWordByte($0) || $0 == 0x2E }) else {
        throw DatabaseError(.badURL, "the option 'session.': a setting's name is letters, digits, _ and dots")
      }
    }
    _ = try password()
  }

  /// The account's password, as it is now: a file or a variable that holds it is read again for each connection, so
  /// that it can be changed while the program runs.
  func password() throws(DatabaseError) -> Secret? {
    let password = try options.password(of: server)
    try Self.refuseNUL(in: password, "password")
    return password.map { Secret($0) }
  }

  /// The settings that the server reports and a pooler keeps for each client, with the values that ORDA relies on.
  static let reportedSettings = [
    (name: "client_encoding", value: "UTF8"), ("TimeZone", "UTC"), ("DateStyle", "ISO"),
    ("standard_conforming_strings", "on"),
  ]

  /// Sets how the server writes the values of a statement as texts, until the end of the transaction. A pooler does not keep these
  /// settings.
  static let textForms = """
    SELECT pg_catalog.set_config('bytea_output', 'hex', true), pg_catalog.set_config('extra_float_digits', '1', true),
      pg_catalog.set_config('IntervalStyle', 'iso_8601', true)
    """

  /// What every session is set to when it begins, and after `RESET ALL`.
  var sessionSettings: [(name: String, value: String)] {
    [
      ("client_encoding", "UTF8"), ("TimeZone", "UTC"), ("DateStyle", "ISO"), ("IntervalStyle", "iso_8601"),
      ("bytea_output", "hex"), ("extra_float_digits", "1"), ("standard_conforming_strings", "on"),
    ] + variables
  }

  private static func refuseNUL(in text: String?, _ name: String) throws(DatabaseError) {
    guard text?.utf8.contains(0) ?? false else { return }
    throw DatabaseError(.badURL, "the \(name) contains a NUL character")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
  }
}
