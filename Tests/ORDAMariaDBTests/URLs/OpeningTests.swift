import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("URLs of MariaDB")
struct OpeningTests {
  private static func address() throws -> String {
    try TestServer.url.get().split(separator: "@").last.map(String.init) ?? ""
  }
  private static func port() throws -> String { try address().split(separator: ":").last.map(String.init) ?? "" }

  private func open(_ text: String) throws -> any Governor { try TestServer.registry.open(text) }

  @Test func `Registering twice is registering once`() throws {
    let registry = Registry()
    try MariaDB.register(with: registry)
    try MariaDB.register(with: registry)
    #expect(registry.drivers.map(\.name) == ["MariaDB"])
    #expect(registry.drivers.first?.schemes == ["mariadb", "mysql"])
  }

  @Test func `A name is TCP, and a path is a socket`() throws {
    let port = try Self.port()
    for host in ["localhost:\(port)", "127.0.0.1:\(port)"] {
      for scheme in ["mariadb", "mysql"] {
        let db = try open("\(scheme)://root@\(host)")
        // A socket's address is a name without a port.
        let address = try db.first(
          String.self, "SELECT host FROM information_schema.processlist WHERE id = connection_id()")
        #expect(address?.contains("127.0.0.1:") == true)
        try db.close(within: .zero)
      }
    }
    let path = try TestServer.socket.get().replacingOccurrences(of: "/", with: "%2F")
    let db = try open("mariadb://root@\(path)")
    #expect(
      try db.first(String.self, "SELECT host FROM information_schema.processlist WHERE id = connection_id()")
        == "localhost")
    try db.close(within: .zero)
  }

  @Test func `The first of several hosts that answers`() throws {
    let db = try open("mariadb://root@127.0.0.1:1,127.0.0.1:\(try Self.port())?pool.max=2")
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    try db.close(within: .zero)
  }

  @Test func `Passwords come from the URL, a variable or a file`() async {
    // In a process of its own, of which no other thread reads the variables at that moment.
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let server = try TestServer.open("")
        try server.execute("CREATE USER IF NOT EXISTS orda_secret@'127.0.0.1' IDENTIFIED BY 'p@ss word'")
        let address = try OpeningTests.address()
        let folder = try TemporaryFolder()
        try folder.write("p@ss word\n", to: "password")
        setenv("ORDA_TEST_SECRET", "p@ss word", 1)
        for url in [
          "mariadb://orda_secret:p%40ss%20word@\(address)", "mariadb://orda_secret@\(address)?password=p%40ss%20word",
          "mariadb://orda_secret@\(address)?password-env=ORDA_TEST_SECRET",
          "mariadb://orda_secret@\(address)?password-file=\(folder.file("password"))",
        ] {
          let db = try TestServer.registry.open(url)
          #expect(try db.first(String.self, "SELECT current_user()") == "orda_secret@127.0.0.1")
          #expect(!"\(db.url)".contains("ss%20word"))
          try db.close(within: .zero)
        }
      }
    }
  }

  @Test func `Each session is set up`() throws {
    let test = try TestDatabase(
      "session.innodb_lock_wait_timeout=7&session.sql_mode=ANSI_QUOTES&collation=utf8mb4_unicode_ci&pool.max=3")
    try Threads.inParallel(3) { _ in
      try test.db.withConnection { connection in
        let row = try #require(
          try connection.first(
            "SELECT @@innodb_lock_wait_timeout, @@time_zone, @@collation_connection, @@character_set_client, @@autocommit"
          ))
        #expect(row.values == [.int(7), .text("+00:00"), .text("utf8mb4_unicode_ci"), .text("utf8mb4"), .int(1)])
        let modes = try connection.first(String.self, "SELECT @@sql_mode") ?? ""
        #expect(modes.contains("ANSI_QUOTES"))
        #expect(modes.contains("STRICT_TRANS_TABLES"))
      }
    }
    #expect(test.db.dialect.doubleQuotesIdentifiers)
    #expect(try test.db.first(Int.self, "SELECT \"a?b\" FROM (SELECT 5 AS `a?b`) AS x") == 5)
    #expect(throws: DatabaseError.self) { try test.db.execute("CREATE TABLE t (a TINYINT) AS SELECT 1000 AS a") }
  }

  @Test func `The tokenizer knows the session's quoting`() throws {
    let plain = try TestDatabase()
    #expect(plain.db.dialect.backslashEscapes)
    #expect(try plain.db.first(String.self, "SELECT 'it\\'s ?'") == "it's ?")
    #expect(try plain.db.first(String.self, "SELECT \"?\"") == "?")
    #expect(try plain.db.first(Int.self, "SELECT 1 # ?\n + ?", 2) == 3)
    let standard = try plain.another("session.sql_mode=NO_BACKSLASH_ESCAPES")
    #expect(!standard.dialect.backslashEscapes)
    let pair = try standard.first((String, Int).self, "SELECT '\\', ?", 3)
    #expect(pair?.1 == 3)
  }

  @Test func `What is refused, and why`() throws {
    let address = try Self.address()
    func refusal(_ options: String) throws -> DatabaseError {
      try failure { try open("mariadb://root@\(address)?\(options)") }
    }
    #expect(try refusal("session.time_zone=%2B02:00").kind == .badURL)
    #expect(try refusal("session.time_zone=%2B02:00").message.contains("+00:00"))
    #expect(try refusal("session.autocommit=0").kind == .badURL)
    #expect(try refusal("session.character_set_results=latin1").kind == .badURL)
    #expect(try refusal("tls=verify-ca").message.contains("ca=FILE"))
    #expect(try refusal("tls=disable&fingerprint=00").kind == .badURL)
    #expect(try refusal("fingerprint=1234").kind == .badURL)
    #expect(try refusal("collation=x';--").kind == .badURL)
    #expect(try refusal("charset=latin1").kind == .badURL)
    #expect(try refusal("session.no_such_variable=1").vendorCode == 1193)
    #expect(try failure { try open("mariadb+fast://root@\(address)") }.kind == .badURL)
    #expect(try failure { try open("mariadb://root@127.0.0.1;role=replica") }.kind == .badURL)
  }

  @Test func `A demand for encryption never ends in clear text`() throws {
    let address = try Self.address()
    let fingerprint = String(repeating: "AB", count: 20)
    for options in [
      "tls=verify-full", "tls=verify-ca&ca=/etc/ssl/certs/ca-certificates.crt", "fingerprint=\(fingerprint)",
    ] {
      let error = try failure { try open("mariadb://root@\(address)?\(options)") }
      #expect(error.kind == .cannotOpen, "\(options): \(error)")
    }
    let db = try open("mariadb://root@\(address)?tls=prefer")
    #expect(try db.first(String.self, "SELECT 'clear'") == "clear")
    try db.close(within: .zero)
  }

  @Test func `Hosts that are not this machine are encrypted unless the URL says otherwise`() throws {
    func mode(_ text: String) throws -> MariaDBSecurity.Mode {
      let url = try DatabaseURL(text, shape: .server)
      let settings = try MariaDBSettings(url, try OptionTable.mariadb.resolve(url.options))
      return settings.tls.mode(for: try #require(settings.hosts.all.first))
    }
    #expect(try mode("mariadb://db.example.org/x") == .verifyFull)
    #expect(try mode("mariadb://192.0.2.1/x") == .verifyFull)
    #expect(try mode("mariadb://[2001:db8::1]/x") == .verifyFull)
    #expect(try mode("mariadb://db.example.org/x?tls=disable") == .disable)
    #expect(try mode("mariadb://localhost/x") == .prefer)
    #expect(try mode("mariadb://127.0.0.1/x") == .prefer)
    #expect(try mode("mariadb://[::1]/x") == .prefer)
    #expect(try mode("mariadb://127.0.0.1/x?ca=a.pem") == .verifyFull)
    #expect(try mode("mariadb://%2Frun%2Fs.sock/x") == .disable)
  }

  @Test func `Compression and a list of plugins`() throws {
    let test = try TestDatabase("compression=true&auth-plugins=mysql_native_password")
    let text = String(repeating: "abc", count: 100_000)
    #expect(try test.db.first(String.self, "SELECT ?", text) == text)
    let refused = try failure { try TestServer.open("?auth-plugins=client_ed25519") }
    #expect(refused.kind == .authentication)
  }

  @Test func `A server can't ask for a file`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a TEXT)")
    let error = try failure { try test.db.execute("LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE t") }
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("none is ever sent; MariaDB.bulkLoad loads rows"))
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `No dump shows a password`() throws {
    let address = try Self.address()
    let server = try TestServer.open("")
    try server.execute("CREATE USER IF NOT EXISTS orda_dumped@'127.0.0.1' IDENTIFIED BY 'h1dden-word'")
    try server.close(within: .zero)
    for url in [
      "mariadb://orda_dumped:h1dden-word@\(address)", "mariadb://orda_dumped@\(address)?password=h1dden-word",
    ] {
      let db = try open(url)
      #expect(try db.first(Int.self, "SELECT 5") == 5)
      var dumped = ""
      dump(db, to: &dumped)
      #expect(!dumped.contains("h1dden-word"))
      // It does show the settings.
      #expect(dumped.contains("orda_dumped"))
      #expect(!"\(db)".contains("h1dden-word"))
      #expect(!String(reflecting: db).contains("h1dden-word"))
      try db.close(within: .zero)
    }
  }
}
