internal import CMariaDB
internal import ORDA

/// Connects to a server by the client library.
struct MariaDBOpening {
  let settings: MariaDBSettings
  /// How long the server may be silent, in seconds, where that is not for the settings to say.
  var readSeconds: UInt32?

  /// The library wants to be told once, before any thread uses it.
  private static let library: Void = {
    _ = mysql_server_init(0, nil, nil)
    orda_mariadb_look_at_greetings()
  }()

  /// The plugins that prove the password without sending it.
  static let carefulPlugins =
    "mysql_native_password,client_ed25519,caching_sha2_password,sha256_password,auth_gssapi_client,parsec"

  /// Connects to the first of the hosts that answers.
  ///
  /// - Parameter limit: The longest time for each host in seconds, where it is less than the settings'.
  /// - Throws: What went wrong with the last host tried. One that answers and refuses is the last.
  func connect(limit: UInt32? = nil) throws(DatabaseError) -> UnsafeMutablePointer<MYSQL> {
    _ = Self.library
    var failure: DatabaseError?
    for host in settings.hosts {
      do throws(DatabaseError) {
        return try connect(to: host, limit: limit)
      } catch {
        guard DatabaseError.Kind.cannotOpen.matches(error.kind) else { throw error }
        failure = error
      }
    }
    throw failure ?? DatabaseError(.badURL, "the URL names no host")
  }

  private func connect(
    to host: DatabaseURL.Host, limit: UInt32?
  ) throws(DatabaseError) -> UnsafeMutablePointer<MYSQL> {
    guard let handle = mysql_init(nil) else { throw DatabaseError(.outOfMemory, "there is no memory for a connection") }
    do throws(DatabaseError) {
      setOptions(handle, host, limit: limit)
      try connect(handle, to: host)
      try checkSecurity(of: handle, host)
      return handle
    } catch {
      mysql_close(handle)
      throw error
    }
  }

  private func connect(_ handle: UnsafeMutablePointer<MYSQL>, to host: DatabaseURL.Host) throws(DatabaseError) {
    var name: String?
    var socket: String?
    switch host.address {
    // A name is always TCP: to the library "localhost" would mean a socket.
    case .name(let text), .ipv4(let text), .ipv6(let text): name = text
    case .socket(let path): socket = path
    }
    let port = UInt32(host.port ?? MariaDBSettings.defaultPort)
    let flags = UInt(CLIENT_FOUND_ROWS) | UInt(CLIENT_MULTI_RESULTS)
    orda_mariadb_expect_greeting(handle, demandsEncryption(of: host) ? 1 : 0)
    let isConnected = orda_mariadb_connect(
      handle, name, settings.user, settings.password ?? "", settings.database, port, socket, flags)
    let fault = orda_mariadb_greeting_fault()
    guard isConnected == nil else { return }
    var error: DatabaseError
    switch UInt32(truncatingIfNeeded: fault) {
    case ORDA_MARIADB_GREETING_WITHOUT_TLS.rawValue: throw notEncrypted(host)
    case ORDA_MARIADB_GREETING_STRANGE.rawValue:
      error = DatabaseError(
        .protocolViolation, "this is no server that ORDA knows: it greets as none does since MySQL 5.5")
    default: error = MariaDBErrors.error(of: handle, sql: nil)
    }
    error.message = "\(host.label): \(error.message)"
    throw error
  }

  private func setOptions(_ handle: UnsafeMutablePointer<MYSQL>, _ host: DatabaseURL.Host, limit: UInt32?) {
    func set(_ option: mysql_option, _ text: String?) {
      if let text { _ = mysql_options(handle, option, text) }
    }
    func set(_ option: mysql_option, _ number: UInt32) {
      var number = number
      mysql_options(handle, option, &number)
    }
    func set(_ option: mysql_option, flag: Bool) {
      var flag: my_bool = flag ? 1 : 0
      mysql_options(handle, option, &flag)
    }
    set(MYSQL_OPT_CONNECT_TIMEOUT, min(settings.connectSeconds, limit ?? .max))
    // While it connects, the library waits by the connecting timeout; a hung server must not hold a KILL for longer.
    set(MYSQL_OPT_READ_TIMEOUT, limit ?? readSeconds ?? settings.readSeconds)
    set(MYSQL_OPT_WRITE_TIMEOUT, limit ?? settings.writeSeconds)
    // A server may ask for a file while a text that begins with LOAD runs, and gets none but the rows of a bulk load.
    set(MYSQL_OPT_LOCAL_INFILE, 2)
    LocalFile.refuseAll(on: handle)
    set(MYSQL_OPT_RECONNECT, flag: false)
    set(MYSQL_SET_CHARSET_NAME, "utf8mb4")
    var transport: UInt32 = MYSQL_PROTOCOL_TCP.rawValue
    if case .socket = host.address { transport = MYSQL_PROTOCOL_SOCKET.rawValue }
    set(MYSQL_OPT_PROTOCOL, transport)
    if settings.compresses { _ = mysql_options(handle, MYSQL_OPT_COMPRESS, nil) }
    set(MARIADB_OPT_RESTRICTED_AUTH, settings.authenticationPlugins ?? Self.carefulPlugins)

    let tls = settings.tls
    let mode = tls.mode(for: host)
    guard mode != .disable else { return }
    set(MYSQL_OPT_SSL_CERT, tls.certificate)
    set(MYSQL_OPT_SSL_KEY, tls.key)
    set(MYSQL_OPT_SSL_ENFORCE, flag: true)
    guard mode != .prefer else { return }
    set(MYSQL_OPT_SSL_CA, tls.authorities)
    set(MARIADB_OPT_TLS_PEER_FP, tls.fingerprint)
    // A certificate that is known by its fingerprint needs no authority.
    let checksName = mode == .verifyFull && (tls.fingerprint == nil || tls.authorities != nil)
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, flag: checksName)
  }

  /// Whether clear text is not allowed.
  private func demandsEncryption(of host: DatabaseURL.Host) -> Bool {
    switch settings.tls.mode(for: host) {
    case .prefer, .disable: false
    case .verifyFull, .verifyAuthority: true
    }
  }

  /// The greeting was looked at; this looks at what came of it.
  private func checkSecurity(of handle: UnsafeMutablePointer<MYSQL>, _ host: DatabaseURL.Host) throws(DatabaseError) {
    if demandsEncryption(of: host), mysql_get_ssl_cipher(handle) == nil { throw notEncrypted(host) }
  }

  private func notEncrypted(_ host: DatabaseURL.Host) -> DatabaseError {
    DatabaseError(
      .cannotOpen,
      "\(host.label): the server does not encrypt; give it a certificate, or allow clear text by tls=disable")
  }
}
