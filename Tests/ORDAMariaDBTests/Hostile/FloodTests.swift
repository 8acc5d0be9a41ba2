import ORDA
import Testing

@Suite("A server that says more than it should", .timeLimit(.minutes(10)))
struct FloodTests {
  private static let column = Packet.column("n", type: ColumnType.longLong)
  private static let row = Packet.binaryRow([Packet.integer(1, bytes: 8)])

  @Test("many results where one was asked for")
  func results() throws {
    let more = Packet.inAutocommit | Packet.moreResults
    let results: [HostileServer.Step] = [
      .packet([1]), .packet(Self.column), .packet(Packet.end(status: more)), .packet(Self.row),
      .packet(Packet.end(status: more)),
    ]
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      return (0..<2000).flatMap { _ in results } + HostileServer.result([Self.column], packets: [Self.row])
    }
    _ = Encounter.error(of: server)
  }

  @Test("further results, and then none")
  func missingResult() throws {
    let more = Packet.inAutocommit | Packet.moreResults
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      return [
        .packet([1]), .packet(Self.column), .packet(Packet.end(status: more)), .packet(Self.row),
        .packet(Packet.end(status: more)),
        .close,
      ]
    }
    let error = Encounter.error(of: server)
    #expect(error == nil || DatabaseError.Kind.broken.contains(error?.kind ?? .other))
  }

  @Test("an answer after the answer")
  func unasked() throws {
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      return HostileServer.result([Self.column], packets: [Self.row])
        + HostileServer.result([Self.column, Self.column], packets: [])
    }
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      for _ in 0..<20 { _ = try? Encounter.readAll(db) }
    }
    #expect(error == nil)
  }

  @Test("news of its progress without end")
  func progress() throws {
    // What MariaDB tells of a long ALTER: an error by its number, and none.
    let news = [0xFF, 0xFF, 0xFF, 1, 1, 1, 1, 0, 0] + Packet.counted("copying")
    for news in [news, Array(news.prefix(5)), Array(news.prefix(3))] {
      let server = try HostileServer { request, _ in
        guard case .execute = request else { return nil }
        return [HostileServer.Step](repeating: .packet(news), count: 5000) + [.close]
      }
      #expect(Encounter.error(of: server) != nil)
    }
  }

  @Test("rows without end, of which a program wants one")
  func rows() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let sent = Counter()
        let server = try HostileServer { request, number in
          guard number == 0, case .execute = request else { return nil }
          _ = sent.next()
          return [.packet([1]), .packet(FloodTests.column), .packet(Packet.end())]
            + [HostileServer.Step](repeating: .packet(FloodTests.row), count: 300_000) + [.close]
        }
        let before = residentBytes()
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        struct Enough: Error {}
        #expect(throws: Enough.self) { try db.forEach("SELECT n FROM t") { _ in throw Enough() } }
        #expect(residentBytes() - before < 200 << 20)
      }
    }
  }

  @Test("warnings, states and counts of any size")
  func counts() throws {
    for status: UInt16 in [0, 1, 2, 3, 0x7FFF, 0xFFFF] {
      for count: UInt64 in [0, 1, .max, .max - 1, 1 << 63, 1 << 32] {
        let server = try HostileServer { request, _ in
          guard case .execute = request else { return nil }
          let numbers = Packet.length(count) + Packet.length(count) + Packet.integer(UInt64(status), bytes: 2)
          return [
            .packet([0] + numbers + [0xFF, 0xFF] + Packet.counted("Records: 99999999999999999999 Duplicates: -9")),
            .close,
          ]
        }
        for sql: SQL in [
          "INSERT INTO t VALUES (1)", "UPDATE t SET n = 1", "REPLACE INTO t VALUES (1)", "SELECT n FROM t",
        ] {
          _ = Encounter.error {
            let db = try Encounter.open(server)
            defer { try? db.close(within: .zero) }
            try db.execute(sql)
          }
        }
      }
    }
  }

  @Test("a session that is like no other")
  func sessions() throws {
    let numbers = ["", "-1", "0", "-9223372036854775808", "9223372036854775807", "99999999999999999999", "abc", "1e9"]
    for number in numbers {
      for packet in numbers {
        let server = try HostileServer { request, _ in
          guard case .query(let text) = request, HostileServer.asksSession(text) else { return nil }
          let words = (0..<9).map { $0 < 2 ? "ANSI_QUOTES,\(number)" : $0 == 2 ? packet : number }
          let cells = [words.joined(separator: " "), number, number]
          return [.packet(Packet.length(UInt64(cells.count)))]
            + [HostileServer.Step](repeating: .packet(Packet.column("x", type: ColumnType.text)), count: cells.count)
            + [.packet(Packet.end()), .packet(Packet.textRow(cells)), .packet(Packet.end())]
        }
        _ = Encounter.error {
          let db = try Encounter.open(server)
          defer { try? db.close(within: .zero) }
          _ = try Encounter.readAll(db)
          try db.execute("INSERT INTO t VALUES (1), (2)")
        }
      }
    }
  }
}
