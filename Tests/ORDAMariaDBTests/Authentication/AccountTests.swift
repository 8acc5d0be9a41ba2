import Foundation
import ORDA
import Testing

@Suite("Accounts and passwords", .timeLimit(.minutes(10)))
struct AccountTests {
  let server: ThrowawayServer

  init() throws { server = try SecuredServer.shared.get() }

  private func user(_ account: String, _ options: String = "tls=disable") throws -> String {
    let db = try TestServer.registry.open("mariadb://\(account)@127.0.0.1:\(server.port)/?\(options)")
    defer { try? db.close(within: .zero) }
    return try db.first(String.self, "SELECT CURRENT_USER()") ?? ""
  }

  private func refusal(
    _ account: String, _ options: String = "tls=disable", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DatabaseError {
    let error = try failure(sourceLocation: sourceLocation) { try user(account, options) }
    #expect(!"\(error)".contains("horse"), sourceLocation: sourceLocation)
    return error
  }

  @Test("with the native password")
  func native() throws {
    #expect(try user("plain:correct-horse") == "plain@%")
    #expect(try user("empty") == "empty@%")
    #expect(try user("lengthy:" + SecuredServer.longPassword) == "lengthy@%")
    #expect(try user("strange%3Auser:p%40ss%2Fw%C3%B6rd%3F%26%23%25") == "strange:user@%")
  }

  @Test("with ed25519", arguments: ["tls=disable", "tls=prefer", "auth-plugins=client_ed25519,mysql_native_password"])
  func modern(options: String) throws {
    #expect(try user("modern:correct-horse", options) == "modern@%")
    let error = try refusal("modern:wrong-horse", options)
    #expect(error.kind == .authentication && error.vendorCode == 1045)
  }

  @Test("that are wrong")
  func wrong() throws {
    for account in ["plain:wrong-horse", "plain", "nobody:correct-horse", "empty:correct-horse"] {
      let error = try refusal(account)
      #expect(error.kind == .authentication, "\(account)")
      #expect(error.vendorCode == 1045)
      #expect(error.sqlState == "28000")
      #expect(!error.isTransient && !error.isRetryable)
    }
  }

  @Test("that are locked")
  func locked() throws {
    let error = try refusal("locked:correct-horse")
    #expect(error.kind == .authentication)
    #expect(error.vendorCode == 4151)
  }

  @Test("whose password has expired")
  func expired() throws {
    let error = try refusal("expired:correct-horse")
    #expect(error.kind == .authentication)
    #expect([1820, 1862].contains(error.vendorCode))
    #expect(error.message.contains("expired") || error.message.contains("reset your password"))
  }

  @Test("without a right")
  func permission() throws {
    let error = try failure {
      let db = try TestServer.registry.open("mariadb://plain:correct-horse@127.0.0.1:\(server.port)/mysql?tls=disable")
      try db.close(within: .zero)
    }
    #expect(error.kind == .permission)
    #expect(error.vendorCode == 1044)
  }

  @Test("by a Unix socket, where the system vouches for the user")
  func socket() throws {
    func open(_ account: String) throws -> String {
      let path = server.socket.replacing("/", with: "%2F")
      let db = try TestServer.registry.open("mariadb://\(account)@\(path)/")
      defer { try? db.close(within: .zero) }
      return try db.first(String.self, "SELECT CURRENT_USER()") ?? ""
    }
    #expect(try open("root").hasPrefix("root@"))
    let error = try failure { try open("nosuchsystemuser") }
    #expect(error.kind == .authentication)
    #expect(error.vendorCode == 1698)
  }

  @Test("by a way that the URL does not allow")
  func notAllowed() throws {
    let error = try refusal("modern:correct-horse", "tls=disable&auth-plugins=mysql_native_password")
    #expect(error.kind == .authentication)
  }

  @Test("by a way for which this machine has no plugin: the message tells so")
  func missingPlugin() throws {
    let error = try refusal("modern:correct-horse", "tls=disable&auth-plugins=no_such_plugin")
    #expect(error.kind == .authentication)
    let server = try HostileServer { request, _ in
      guard case .login = request else { return nil }
      return [.packet(Packet.switchAuthentication(to: "no_such_plugin")), .receive, .packet(Packet.ok())]
    }
    let missing = Encounter.error(of: server, "tls=disable&auth-plugins=no_such_plugin")
    #expect(missing?.kind == .authentication)
    #expect(missing?.message.contains("plugin") == true, "\(String(describing: missing))")
  }

  @Test("whose password stands in the environment")
  func variables() async {
    // In a process of its own, of which no other thread reads the variables at that moment.
    await #expect(processExitsWith: .success) {
      setenv("ORDA_TEST_ACCOUNT_PASSWORD", "correct-horse", 1)
      let tests = try AccountTests()
      #expect(try tests.user("plain", "tls=disable&password-env=ORDA_TEST_ACCOUNT_PASSWORD") == "plain@%")
      #expect(try tests.refusal("plain", "tls=disable&password-env=ORDA_TEST_NO_SUCH_VARIABLE").kind == .badURL)
    }
  }

  @Test("whose password stands in a file")
  func files() throws {
    let folder = try TemporaryFolder()
    try "correct-horse\n".write(toFile: folder.file("password"), atomically: false, encoding: .utf8)
    #expect(try user("plain", "tls=disable&password-file=\(folder.file("password"))") == "plain@%")
    try "wrong-horse".write(toFile: folder.file("password"), atomically: false, encoding: .utf8)
    let error = try refusal("plain", "tls=disable&password-file=\(folder.file("password"))")
    #expect(error.kind == .authentication)
    #expect(try user("plain", "tls=disable&password=correct-horse") == "plain@%")
  }
}
