internal import CMariaDB
internal import ORDA

/// Connects to a server, and logs in with the client library.
struct MariaDBOpening {
  let settings: MariaDBSettings
  /// What the connection is for, which decides on its host.
  var role = ConnectionRole.writer
  /// How long the server may be silent, in seconds, unless the settings decide.
  var readSeconds: UInt32?

  /// A finished connection: the library's handle, and the line to the server.
  struct Made {
    let handle: UnsafeMutablePointer<MYSQL>
    let line: ServerLine
    let host: DatabaseURL.Host
    /// The connection's share of its host; nil for one that only helps another.
    var use: HostUse?
    /// The address that it is really connected to.
    let address: ServerAddress
  }

  /// The library must be initialized once, before any thread uses it. True if it accepts connected sockets.
  private static let library: Bool = {
    _ = mysql_server_init(0, nil, nil)
    orda_mariadb_look_at_greetings()
    return orda_mariadb_lend_sockets() != 0
  }()

  /// The plugins that prove the password without sending it.
  static let carefulPlugins =
    "mysql_native_password,client_ed25519,caching_sha2_password,sha256_password,auth_gssapi_client,parsec"

  /// Connects to the first of the hosts that answers and with which `beginning` succeeds: what has to be done before the
  /// connection is usable. The limit covers that, too.
  ///
  /// A host that refuses, hangs up or says nothing is skipped for the next, and so is each of its addresses. A host
  /// that answers and refuses the account or the database is the last.
  ///
  /// - Throws: What is wrong with the client library, what went wrong with the hosts, or what the beginning throws.
  func connect<R>(_ beginning: (Made) throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    if let refusal = ClientLibrary.refusal { throw refusal }
    return try settings.hosts.connect(
      as: role, eachWithin: .seconds(Int64(settings.connectSeconds)), within: settings.searchLimit
    ) { (use, limit) throws(DatabaseError) in
      try connect(to: use.host, within: limit) { (made) throws(DatabaseError) in
        var made = made
        made.use = use
        do throws(DatabaseError) {
          try checkFitness(of: made.handle, use)
        } catch {
          mysql_close(made.handle)
          throw error
        }
        return try beginning(made)
      }
    }
  }

  /// Connects, and does nothing yet.
  func connect() throws(DatabaseError) -> Made { try connect { (made) throws(DatabaseError) in made } }

  private func connect<R>(
    to host: DatabaseURL.Host, within limit: Duration, _ beginning: (Made) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    let deadline = ContinuousClock.now + limit
    let addresses = try settings.names.addresses(of: host, within: limit)
    var failure: DatabaseError?
    for (index, address) in addresses.enumerated() {
      let left = deadline - .now
      // The name service may have taken all of the time.
      guard left > .zero || failure == nil else { break }
      // A silent one leaves the others their share.
      let share = max(left / (addresses.count - index), .milliseconds(100))
      do throws(DatabaseError) {
        return try connect(to: host, address, line: ServerLine(), until: .now + share, beginning)
      } catch {
        guard error.mayDifferOnAnotherHost else { throw error }
        failure = error
      }
    }
    throw failure ?? DatabaseError(.cannotOpen(.unreachable), "\(host.label): the name stands for no address")
  }

  /// Connects to one address.
  ///
  /// - Parameters:
  ///   - line: A new one, which another thread may cut meanwhile.
  ///   - beginning: Closes the connection if it throws.
  func connect<R>(
    to host: DatabaseURL.Host, _ address: ServerAddress, line: ServerLine, until deadline: ContinuousClock.Instant,
    _ beginning: (Made) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    guard Self.library else { throw DatabaseError(.cannotOpen, "the client library is none that ORDA knows") }
    let start = ContinuousClock.now
    try line.connect(to: address, until: deadline, host)
    guard let handle = mysql_init(nil) else { throw DatabaseError(.outOfMemory, "there is no memory for a connection") }
    let guardian = line.cutting(at: deadline)
    defer { guardian.end() }
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        setOptions(handle, host)
        try logIn(handle, line, host)
        try checkSecurity(of: handle, host)
      } catch {
        mysql_close(handle)
        throw error
      }
      return try beginning(Made(handle: handle, line: line, host: host, address: address))
    } catch {
      throw error.whileOpening(host, isCut: line.isCut, after: start.duration(to: .now))
    }
  }

  private func logIn(
    _ handle: UnsafeMutablePointer<MYSQL>, _ line: ServerLine, _ host: DatabaseURL.Host
  ) throws(DatabaseError) {
    var name: String?
    var socket: String?
    switch host.address {
    // A name always means TCP: to the library "localhost" would mean a socket.
    case .name(let text), .ipv4(let text), .ipv6(let text): name = text
    case .socket(let path): socket = path
    }
    let port = UInt32(host.port ?? MariaDBSettings.defaultPort)
    let flags = UInt(CLIENT_FOUND_ROWS) | UInt(CLIENT_MULTI_RESULTS)
    orda_mariadb_expect_greeting(handle, demandsEncryption(of: host) ? 1 : 0)
    let password = try settings.password()
    let isConnected = orda_mariadb_connect(
      handle, line.place, name, settings.user, password?.text ?? "", settings.database, port, socket, flags)
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

  private func setOptions(_ handle: UnsafeMutablePointer<MYSQL>, _ host: DatabaseURL.Host) {
    func set(_ option: mysql_option, _ text: String?) {
      // Handed over as it is, a text is copied first.
      text?.withCString { _ = mysql_options(handle, option, $0) }
    }
    func set(_ option: mysql_option, _ number: UInt32) {
      var number = number
      mysql_options(handle, option, &number)
    }
    func set(_ option: mysql_option, flag: Bool) {
      var flag: my_bool = flag ? 1 : 0
      mysql_options(handle, option, &flag)
    }
    // The whole has its own limit; this one is for each time that the library waits.
    set(MYSQL_OPT_CONNECT_TIMEOUT, settings.connectSeconds)
    set(MYSQL_OPT_READ_TIMEOUT, readSeconds ?? settings.readSeconds)
    set(MYSQL_OPT_WRITE_TIMEOUT, settings.writeSeconds)
    // A server may ask for a file while a text that begins with LOAD runs, and gets only the rows of a bulk load.
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
    // A certificate identified by its fingerprint needs no authority.
    let checksName = mode == .verifyFull && (tls.fingerprint == nil || tls.authorities != nil)
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, flag: checksName)
  }

  /// Whether clear text is forbidden.
  private func demandsEncryption(of host: DatabaseURL.Host) -> Bool {
    switch settings.tls.mode(for: host) {
    case .prefer, .disable: false
    case .verifyFull, .verifyAuthority: true
    }
  }

  /// The greeting was checked; this checks the result.
  private func checkSecurity(of handle: UnsafeMutablePointer<MYSQL>, _ host: DatabaseURL.Host) throws(DatabaseError) {
    if demandsEncryption(of: host), mysql_get_ssl_cipher(handle) == nil { throw notEncrypted(host) }
  }

  private func notEncrypted(_ host: DatabaseURL.Host) -> DatabaseError {
    DatabaseError(
      .cannotOpen,
      "\(host.label): the server does not encrypt; give it a certificate, or allow clear text by tls=disable")
  }
}
