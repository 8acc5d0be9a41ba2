import ORDA
import Testing

@Suite("A server that is after the password", .timeLimit(.minutes(10)))
struct PasswordTests {
  /// A server that demands another proof than the first, and accepts whatever comes.
  private func server(demanding plugin: String, abilities: UInt32 = Packet.abilities) throws -> HostileServer {
    try HostileServer { request, _ in
      switch request {
      case .connection: [.packet(Packet.greeting(abilities: abilities))]
      case .login: [.packet(Packet.switchAuthentication(to: plugin)), .receive, .packet(Packet.ok())]
      default: nil
      }
    }
  }

  @Test("in clear text does not get it", arguments: ["", "tls=disable", "tls=prefer"])
  func clearText(options: String) throws {
    let server = try server(demanding: "mysql_clear_password")
    let error = Encounter.error(of: server, options)
    #expect(error?.kind == .authentication)
    #expect(!server.received(Encounter.password))
  }

  @Test("in clear text with its greeting does not get it")
  func clearTextAtOnce() throws {
    let server = try HostileServer { request, _ in
      if case .connection = request { [.packet(Packet.greeting(plugin: "mysql_clear_password"))] } else { nil }
    }
    _ = Encounter.error(of: server)
    #expect(!server.received(Encounter.password))
  }

  @Test(
    "by any other way does not get it, nor does the program ask at the terminal",
    arguments: [
      "dialog", "sha256_password", "caching_sha2_password", "mysql_old_password", "auth_gssapi_client", "",
      "../../evil",
      "nonsense", "mysql_native_password", "client_ed25519", "parsec",
    ])
  func otherPlugins(plugin: String) throws {
    let server = try server(demanding: plugin)
    _ = Encounter.error(of: server)
    #expect(!server.received(Encounter.password))
  }

  @Test("gets no hash of the old, weak kind by a greeting that is as old")
  func oldGreeting() throws {
    let old: UInt32 = 1 << 1 | 1 << 2 | 1 << 3
    for version: UInt8 in [9, 10] {
      let server = try HostileServer { request, _ in
        guard case .connection = request else { return nil }
        return [.packet([version] + Packet.greeting(version: "3.23.58", abilities: old).dropFirst())]
      }
      #expect(Encounter.error(of: server) != nil)
      #expect(!server.received(Encounter.password))
    }
  }

  @Test("by refusing TLS gets neither name nor password", arguments: ["verify-full", "verify-ca"])
  func withoutTLS(mode: String) throws {
    let certificates = try Certificates.shared.get()
    let server = try HostileServer { _, _ in nil }
    let error = Encounter.error(of: server, "tls=\(mode)&ca=\(certificates.authority)")
    #expect(error?.kind == .cannotOpen, "\(String(describing: error))")
    #expect(!server.received("app"))
    #expect(!server.received("music"))
  }

  @Test("by refusing TLS gets nothing either where its certificate's fingerprint is known")
  func fingerprintWithoutTLS() throws {
    let server = try HostileServer { _, _ in nil }
    let fingerprint = String(repeating: "ab", count: 20)
    let error = Encounter.error(of: server, "fingerprint=\(fingerprint)")
    #expect(error?.kind == .cannotOpen, "\(String(describing: error))")
    #expect(!server.received("app"))
  }

  @Test("by promising TLS and sending something else gets nothing")
  func brokenTLS() throws {
    let certificates = try Certificates.shared.get()
    for options in [
      "tls=prefer", "tls=verify-full&ca=\(certificates.authority)", "tls=verify-ca&ca=\(certificates.authority)",
    ] {
      let server = try HostileServer { request, _ in
        switch request {
        case .connection: [.packet(Packet.greeting(abilities: Packet.abilities | Packet.tls))]
        // The client's demand for TLS is taken for its login, and answered in clear text.
        case .login: [.packet(Packet.ok()), .close]
        default: nil
        }
      }
      let error = Encounter.error(of: server, options)
      #expect(
        error.map { [.cannotOpen, .connectionLost, .protocolViolation, .cannotOpen(.unreachable)].contains($0.kind) }
          == true)
      #expect(!server.received("app"))
      #expect(!server.received(Encounter.password))
    }
  }

  @Test("asks again and again")
  func endlessSwitches() throws {
    let demand = HostileServer.Step.packet(Packet.switchAuthentication(to: "mysql_native_password"))
    let server = try HostileServer { request, _ in
      guard case .login = request else { return nil }
      return [HostileServer.Step](repeating: demand, count: 500).flatMap { [$0, .receive] } + [.close]
    }
    #expect(Encounter.error(of: server) != nil)
    #expect(!server.received(Encounter.password))
  }

  @Test("sends crooked challenges")
  func challenges() throws {
    for plugin in ["mysql_native_password", "client_ed25519", "caching_sha2_password"] {
      for data: [UInt8] in [[], [0], [1, 2, 3], [UInt8](repeating: 0, count: 20), [UInt8](repeating: 7, count: 5000)] {
        let server = try HostileServer { request, _ in
          guard case .login = request else { return nil }
          return [.packet([0xFE] + Array(plugin.utf8) + [0] + data), .receive, .packet(Packet.ok())]
        }
        _ = Encounter.error(of: server)
        #expect(!server.received(Encounter.password))
      }
    }
  }
}
