import ORDA
import Testing

/// Most of these wait for a limit of a second.
@Suite("A server that says nothing", .timeLimit(.minutes(10)))
struct SilenceTests {
  @Test("while a client connects is left", arguments: [0, 1, 2, 3])
  func connecting(stage: Int) throws {
    let greeting = Packet.greeting()
    let server = try HostileServer { request, _ in
      switch (request, stage) {
      case (.connection, 0): [.silence]
      // Half of the greeting.
      case (.connection, 1):
        [.bytes(Packet.integer(UInt64(greeting.count), bytes: 3) + [0] + greeting.prefix(20)), .silence]
      case (.login, 2): [.silence]
      case (.query, 3): [.silence]
      default: nil
      }
    }
    let error = Encounter.error(of: server)
    #expect(
      error.map { [.timeout, .cannotOpen, .connectionLost, .cannotOpen(.unreachable)].contains($0.kind) } == true,
      "\(String(describing: error))")
  }

  @Test("to a statement is left", arguments: ["prepare", "execute", "rows", "ping"])
  func statements(stage: String) throws {
    let column = Packet.column("n", type: ColumnType.longLong)
    let server = try HostileServer { request, _ in
      switch (request, stage) {
      case (.prepare, "prepare"), (.execute, "execute"), (.other(0x0E), "ping"): [.silence]
      case (.execute, "rows"):
        [
          .packet([1]), .packet(column), .packet(Packet.end()),
          .packet(Packet.binaryRow([Packet.integer(1, bytes: 8)])), .silence,
        ]
      default: nil
      }
    }
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      if stage == "ping" { try db.ping() } else { _ = try Encounter.readAll(db) }
    }
    #expect(error.map { [.timeout, .connectionLost].contains($0.kind) } == true, "\(String(describing: error))")
    // What prepares or asks for a sign of life does nothing, so that it may be repeated.
    #expect(error?.isRetryable == (stage == "prepare" || stage == "ping"))
  }

  @Test("where the statement has a time limit, is left although it may be silent for ever")
  func statementTimeout() throws {
    let server = try HostileServer { request, number in
      // Whoever comes to stop the statement is not answered either.
      if number > 0 { return [.silence] }
      if case .execute = request { return [.silence] }
      return nil
    }
    let error = Encounter.error {
      // The library itself waits for ever.
      let db = try TestServer.registry.open(
        "mariadb://app@127.0.0.1:\(server.port)/music?tls=disable&slow-statement=0&statement-timeout=200ms")
      defer { try? db.close(within: .zero) }
      _ = try Encounter.readAll(db)
    }
    #expect(error?.kind == .timeout, "\(String(describing: error))")
  }

  @Test("does not hold up the closing of a governor")
  func closing() throws {
    let server = try HostileServer { request, _ in
      if case .other(0x01) = request { [.silence] } else { nil }
    }
    let db = try Encounter.open(server)
    #expect(try Encounter.readAll(db) == [.int(1)])
    // It says nothing for as long as this test lasts.
    try db.close(within: .zero)
  }
}
