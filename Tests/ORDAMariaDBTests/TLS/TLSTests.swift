import ORDA
import Testing

/// A server with a certificate, and accounts of every sort.
enum SecuredServer {
  static let shared: Result<ThrowawayServer, any Error> = Result {
    let certificates = try Certificates.shared.get()
    let server = try ThrowawayServer(
      """
      --ssl-ca='\(certificates.authority)' --ssl-cert='\(certificates.server.certificate)' \
      --ssl-key='\(certificates.server.key)' --plugin-load-add=auth_ed25519
      """, isShared: true)
    let db = try server.open()
    defer { try? db.close(within: .zero) }
    for statement in [
      "CREATE DATABASE music",
      "CREATE USER plain@'%' IDENTIFIED BY 'correct-horse'",
      "CREATE USER secure@'%' IDENTIFIED BY 'correct-horse' REQUIRE SSL",
      "CREATE USER certified@'%' IDENTIFIED BY 'correct-horse' REQUIRE X509",
      "CREATE USER subject@'%' IDENTIFIED BY 'correct-horse' REQUIRE SUBJECT '/CN=app'",
      "CREATE USER modern@'%' IDENTIFIED VIA ed25519 USING PASSWORD('correct-horse')",
      "CREATE USER locked@'%' IDENTIFIED BY 'correct-horse' ACCOUNT LOCK",
      "CREATE USER expired@'%' IDENTIFIED BY 'correct-horse' PASSWORD EXPIRE",
      "CREATE USER empty@'%'",
      "CREATE USER lengthy@'%' IDENTIFIED BY '\(longPassword)'",
      "CREATE USER `strange:user`@'%' IDENTIFIED BY 'p@ss/wörd?&#%'",
      "CREATE USER IF NOT EXISTS root@localhost IDENTIFIED VIA unix_socket",
      "CREATE USER nosuchsystemuser@localhost IDENTIFIED VIA unix_socket",
      "GRANT SELECT ON music.* TO plain@'%'",
    ] { try db.execute(SQL(text: statement)) }
    return server
  }

  static let longPassword = String(repeating: "x", count: 200)
}

@Suite("Encrypted connections", .timeLimit(.minutes(10)))
struct TLSTests {
  let server: ThrowawayServer
  let certificates: Certificates

  init() throws {
    server = try SecuredServer.shared.get()
    certificates = try Certificates.shared.get()
  }

  /// The cipher of a connection; empty for none.
  private func cipher(_ options: String, user: String = "plain:correct-horse", host: String = "127.0.0.1") throws
    -> String
  {
    let db = try TestServer.registry.open(
      "mariadb://\(user)@\(host):\(server.port)/" + (options.isEmpty ? "" : "?" + options))
    defer { try? db.close(within: .zero) }
    return try db.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'").row(at: 0).get(1, as: String.self)
  }

  private func refusal(
    _ options: String, user: String = "plain:correct-horse", host: String = "127.0.0.1",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DatabaseError {
    try failure(sourceLocation: sourceLocation) { try cipher(options, user: user, host: host) }
  }

  @Test("are the default on this machine where the server has them")
  func byDefault() throws {
    #expect(try !cipher("").isEmpty)
    #expect(try !cipher("tls=prefer").isEmpty)
    #expect(try cipher("tls=disable").isEmpty)
  }

  @Test("to a server whose certificate is verified", arguments: ["localhost", "127.0.0.1"])
  func verified(host: String) throws {
    #expect(try !cipher("tls=verify-full&ca=\(certificates.authority)", host: host).isEmpty)
    #expect(try !cipher("tls=verify-ca&ca=\(certificates.authority)", host: host).isEmpty)
    #expect(try !cipher("ca=\(certificates.authority)", host: host).isEmpty)
  }

  @Test("are not made to a server that another authority vouches for", arguments: ["verify-full", "verify-ca"])
  func rogueAuthority(mode: String) throws {
    let error = try refusal("tls=\(mode)&ca=\(certificates.rogueAuthority)")
    #expect(error.kind == .cannotOpen)
    #expect(error.message.contains("certificate"))
  }

  @Test("are not made where nobody vouches for the server")
  func unknownAuthority() throws {
    #expect(try refusal("tls=verify-full").kind == .cannotOpen)
  }

  @Test("are made to a server with another's name only where the name is not asked for")
  func otherName() throws {
    let certificates = certificates
    let other = try ThrowawayServer(
      """
      --ssl-ca='\(certificates.authority)' --ssl-cert='\(certificates.otherServer.certificate)' \
      --ssl-key='\(certificates.otherServer.key)'
      """)
    func open(_ options: String) throws -> String? {
      let db = try other.open("root", "?" + options)
      defer { try? db.close(within: .zero) }
      return try db.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'").row(at: 0).get(1, as: String.self)
    }
    #expect(try failure { try open("tls=verify-full&ca=\(certificates.authority)") }.kind == .cannotOpen)
    #expect(try open("tls=verify-ca&ca=\(certificates.authority)")?.isEmpty == false)
    #expect(try failure { try open("tls=verify-ca&ca=\(certificates.rogueAuthority)") }.kind == .cannotOpen)
  }

  @Test("by a fingerprint")
  func fingerprint() throws {
    let known = try certificates.fingerprint(of: certificates.server)
    #expect(known.count == 59)
    #expect(try !cipher("fingerprint=\(known)").isEmpty)
    #expect(try !cipher("fingerprint=\(known.replacing(":", with: "").lowercased())").isEmpty)
    let other = try certificates.fingerprint(of: certificates.otherServer)
    #expect(try refusal("fingerprint=\(other)").kind == .cannotOpen)
    #expect(try refusal("fingerprint=12:34").kind == .badURL)
  }

  @Test("that an account demands")
  func demanded() throws {
    #expect(try !cipher("", user: "secure:correct-horse").isEmpty)
    #expect(try refusal("tls=disable", user: "secure:correct-horse").kind == .authentication)
  }

  @Test("with a certificate of the client's own", arguments: ["certified", "subject"])
  func clientCertificate(user: String) throws {
    let account = user + ":correct-horse"
    let authority = "tls=verify-full&ca=\(certificates.authority)"
    let (mine, rogue) = (certificates.client, certificates.rogueClient)
    #expect(try !cipher("\(authority)&cert=\(mine.certificate)&key=\(mine.key)", user: account).isEmpty)
    #expect(try refusal(authority, user: account).kind == .authentication)
    let error = try refusal("\(authority)&cert=\(rogue.certificate)&key=\(rogue.key)", user: account)
    #expect([.authentication, .cannotOpen, .connectionLost, .cannotOpen(.unreachable)].contains(error.kind))
  }

  @Test("with files that are not there, or are no certificates", arguments: ["ca", "cert", "key"])
  func badFiles(option: String) throws {
    for file in ["/nowhere/at-all.pem", "/dev/null", certificates.server.key] {
      let error = try refusal("tls=verify-full&ca=\(certificates.authority)&\(option)=\(file)".uniqueOptions)
      #expect([.cannotOpen, .badURL].contains(error.kind), "\(option)=\(file): \(error)")
    }
  }

  @Test("are not made by a server that has none, and nothing else is", arguments: ["verify-full", "verify-ca"])
  func missing(mode: String) throws {
    let certificates = certificates
    let error = try failure {
      try TestServer.open("/?tls=\(mode)&ca=\(certificates.authority)")
    }
    #expect(error.kind == .cannotOpen)
  }

  @Test("are compressed too")
  func compressed() throws {
    #expect(try !cipher("compression=true").isEmpty)
  }

  @Test("can be cut at any byte")
  func cut() throws {
    let proxy = try Proxy(to: server.port)
    func converse() throws {
      let db = try TestServer.registry.open(
        "mariadb://plain:correct-horse@127.0.0.1:\(proxy.port)/?tls=verify-full&ca=\(certificates.authority)")
      defer { try? db.close(within: .zero) }
      #expect(try db.query("SELECT 1").count == 1)
    }
    try converse()
    let length = proxy.traffic.filter { !$0.fromClient }.reduce(0) { $0 + $1.bytes.count }
    for place in stride(from: 1, to: length, by: 61) {
      proxy.harm(place % 2 == 0 ? .close : .reset, .serverSent(bytes: place))
      let error = Encounter.error { try converse() }
      if place < length - 80 {
        #expect(
          error.map { [.connectionLost, .cannotOpen, .cannotOpen(.unreachable)].contains($0.kind) } == true,
          "\(place): \(String(describing: error))")
      }
    }
  }
}

extension String {
  /// Options, of which the last of a name counts.
  fileprivate var uniqueOptions: String {
    var options: [(name: Substring, value: Substring)] = []
    for pair in split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      options.removeAll { $0.name == parts[0] }
      options.append((parts[0], parts[1]))
    }
    return options.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
