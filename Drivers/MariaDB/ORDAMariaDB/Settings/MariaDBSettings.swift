internal import ORDA
internal import ORDAThreads

/// What a URL says, read once; a governor opens each connection with it.
///
/// It is an object, so sharing it copies nothing.
final class MariaDBSettings: Sendable {
  let hosts: Hosts
  let names: NameService
  let user: String?
  let database: String?
  let tls: MariaDBSecurity
  let connectSeconds: UInt32
  /// How long connecting to several hosts may take: a little less than callers wait, so that they hear why it failed.
  let searchLimit: Duration
  let readSeconds: UInt32
  let writeSeconds: UInt32
  let collation: String?
  let compresses: Bool
  /// The client library's names, joined by commas; nil for the plugins that don't send the password itself.
  let authenticationPlugins: String?
  let fetchMode: FetchMode
  let readsZeroDatesAsNull: Bool
  let readsWarnings: Bool
  let variables: [(name: String, value: String)]
  private let server: DatabaseURL.Server
  private let options: OptionValues

  /// How rows are fetched.
  enum FetchMode: String, Sendable {
    /// One by one, and the rest at once if another statement runs at the same time.
    case auto
    /// One by one; another statement at the same time is an error.
    case stream
    /// All at once.
    case store
  }

  static let defaultPort = DatabaseURL.Host.usualPort

  /// - Parameter timeSource: The governor's clock.
  init(
    _ url: DatabaseURL, _ options: OptionValues, names: NameService = .system, timeSource: TimeSource = .system
  ) throws(DatabaseError) {
    guard case .server(let server) = url.location else {
      throw DatabaseError(.badURL, "a MariaDB database is on a server: mariadb://localhost/music")
    }
    for host in server.hosts {
      if let parameter = host.parameters.first {
        throw DatabaseError(.badURL, "a MariaDB host takes no parameter '\(parameter.name)'")
      }
    }
    self.server = server
    self.options = options
    self.names = names
    hosts = try Hosts(url, timeSource: timeSource)
    user = server.user
    database = server.database
    tls = try MariaDBSecurity(options)
    connectSeconds = max(1, Self.seconds(options.duration("connect-timeout")))
    searchLimit = (options.duration("pool.acquire-timeout") ?? .seconds(30)) * 0.9
    readSeconds = Self.seconds(options.duration("read-timeout"))
    writeSeconds = Self.seconds(options.duration("write-timeout"))
    collation = options.text("collation")
    compresses = options.bool("compression") ?? false
    authenticationPlugins = options.text("auth-plugins")
    fetchMode = options.choice("fetch").flatMap(FetchMode.init) ?? .auto
    readsZeroDatesAsNull = options.choice("zero-dates") == "null"
    readsWarnings = options.choice("warnings") != "ignore"
    variables = options.namespace("session")
    // The client library, written in C, would cut each at the NUL.
    let texts = [
      ("user", user), ("database", database), ("ca", tls.authorities), ("cert", tls.certificate), ("key", tls.key),
      ("fingerprint", tls.fingerprint), ("auth-plugins", authenticationPlugins),
    ]
    for (name, text) in texts { try Self.refuseNUL(in: text, name) }
    _ = try password()
    for variable in variables where !variable.name.utf8.allSatisfy({ Self.isWordByte($0) || $0 == 0x2E }) {
      throw DatabaseError(.badURL, "the option 'session.': a variable's name is letters, digits and _")
    }
    if let collation, !collation.utf8.allSatisfy(Self.isWordByte) || collation.isEmpty {
      throw DatabaseError(.badURL, "the option 'collation': a collation's name is letters, digits and _")
    }
  }

  /// The account's password, as it is now: a file or a variable that holds it is read again for each connection, so that it can
  /// be changed while the program runs.
  func password() throws(DatabaseError) -> Secret? {
    let password = try options.password(of: server)
    try Self.refuseNUL(in: password, "password")
    return password.map { Secret($0) }
  }

  private static func refuseNUL(in text: String?, _ name: String) throws(DatabaseError) {
    guard text?.utf8.contains(0) ?? false else { return }
    throw DatabaseError(.badURL, "the \(name) contains a NUL character")
  }

  /// Whole seconds, rounded up: the client library counts in seconds, and 0 means no limit.
  private static func seconds(_ duration: Duration?) -> UInt32 {
    guard let duration, duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    return UInt32(clamping: attoseconds > 0 ? seconds + 1 : seconds)
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
  }
}
