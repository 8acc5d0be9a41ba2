import ORDA
import Testing

@Suite("A server that sends what is no answer", .timeLimit(.minutes(10)))
struct GarbageTests {
  /// Where in a conversation something happens.
  enum Stage: String, CaseIterable {
    case connection, login, setUp, prepare, execute

    func matches(_ request: HostileServer.Request) -> Bool {
      switch (self, request) {
      case (.connection, .connection), (.login, .login), (.prepare, .prepare), (.execute, .execute): true
      case (.setUp, .query(let text)): HostileServer.asksSession(text)
      default: false
      }
    }
  }

  /// A server that takes these steps at a stage, and then ends.
  private func server(_ stage: Stage, _ steps: [HostileServer.Step]) throws -> HostileServer {
    try HostileServer { request, _ in stage.matches(request) ? steps + [.close] : nil }
  }

  @Test("is left with an error", arguments: Stage.allCases)
  func garbage(stage: Stage) throws {
    var random = Seeded(41)
    var rubbish: [[UInt8]] = [
      Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8),
      Array("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n".utf8),
      [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64), [0xFF], [],
    ]
    for _ in 0..<30 { rubbish.append((0..<Int.random(in: 1...200, using: &random)).map { _ in random.byte() }) }
    for bytes in rubbish {
      let error = Encounter.error(of: try server(stage, [.bytes(bytes)]))
      #expect(
        error.map { DatabaseError.Kind.broken.contains($0.kind) } == true, "\(bytes) gave \(String(describing: error))")
    }
  }

  @Test("is left with an error where its packets hold anything", arguments: Stage.allCases)
  func packets(stage: Stage) throws {
    var random = Seeded(42)
    var bodies: [[UInt8]] = [
      [], [0], [1], [0xFB], [0xFC], [0xFD], [0xFE], [0xFF], [0xFE, 0], [0xFF, 1], [0xFF, 1, 4],
    ]
    for first in UInt8.min...(.max) { bodies.append([first] + (0..<16).map { _ in random.byte() }) }
    for body in bodies {
      // Some of them are a valid greeting or an OK; what matters is that each ends.
      _ = Encounter.error(of: try server(stage, [.packet(body)]))
    }
  }

  @Test("is left with an error where it ends in the middle of a packet", arguments: Stage.allCases)
  func truncation(stage: Stage) throws {
    let answer: [[UInt8]] =
      switch stage {
      case .connection: [Packet.greeting()]
      case .login: [Packet.ok()]
      case .setUp:
        [
          Packet.length(1), Packet.column("@@sql_mode", type: ColumnType.text), Packet.end(),
          Packet.textRow(["STRICT_TRANS_TABLES"]), Packet.end(),
        ]
      case .prepare:
        [Packet.prepared(id: 1, columns: 1, parameters: 0), Packet.column("n", type: ColumnType.text), Packet.end()]
      case .execute:
        [
          Packet.length(1), Packet.column("n", type: ColumnType.text), Packet.end(),
          Packet.binaryRow([Packet.counted("So What")]), Packet.end(),
        ]
      }
    let first: Int = stage == .login ? 2 : stage == .connection ? 0 : 1
    var bytes: [UInt8] = []
    for (index, body) in answer.enumerated() {
      bytes += Packet.integer(UInt64(body.count), bytes: 3) + [UInt8(first + index)] + body
    }
    for end in 0..<bytes.count {
      let error = Encounter.error(of: try server(stage, [.bytes(Array(bytes[..<end]))]))
      #expect(error.map { DatabaseError.Kind.broken.contains($0.kind) } == true, "\(end): \(String(describing: error))")
    }
  }

  @Test("is left with an error where each of its packets is cut short, and well framed", arguments: Stage.allCases)
  func shortPackets(stage: Stage) throws {
    let body: [UInt8] =
      switch stage {
      case .connection: Packet.greeting()
      case .login, .setUp: Packet.ok()
      case .prepare: Packet.prepared(id: 1, columns: 1, parameters: 0)
      case .execute: Packet.column("n", type: ColumnType.text)
      }
    for end in 0..<body.count {
      let short = HostileServer.Step.packet(Array(body[..<end]))
      // A server may leave out what stands at the end of some of them; all that follows is missing then.
      let steps = stage == .execute ? [.packet(Packet.length(1)), short] : [short]
      #expect(Encounter.error(of: try server(stage, steps)) != nil || stage == .login, "\(end)")
    }
  }

  @Test("is left with an error where it says that there is one, and not which", arguments: Stage.allCases)
  func emptyErrors(stage: Stage) throws {
    for body: [UInt8] in [[0xFF], [0xFF, 0], [0xFF, 0, 0], Packet.error(0, "no number"), [0xFF, 0xFF, 0xFF]] {
      let error = Encounter.error(of: try server(stage, [.packet(body)]))
      #expect(error != nil, "\(stage): \(body)")
    }
  }

  @Test("is left with its own error, however long its message is")
  func longMessage() throws {
    let message = String(repeating: "ä", count: 100_000)
    let error = Encounter.error(of: try server(.execute, [.packet(Packet.error(1146, state: "42S02", message))]))
    #expect(error?.kind == .noSuchTable)
    #expect(error.map { $0.message.utf8.count < 2000 } == true)
    let crooked = Packet.error(1062, state: "23000", "Duplicate entry '\u{0}' for key '")
    #expect(Encounter.error(of: try server(.execute, [.packet(crooked)]))?.kind == .constraint(.unique))
  }

  @Test("may number its packets as it likes")
  func sequenceNumbers() throws {
    let rows = (0..<2000).map { index in
      let body = Packet.binaryRow([Packet.integer(UInt64(index), bytes: 8)])
      return Packet.integer(UInt64(body.count), bytes: 3) + [UInt8(truncatingIfNeeded: index &* 77)] + body
    }
    let column = Packet.column("n", type: ColumnType.longLong)
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      let steps: [HostileServer.Step] = [.packet([1]), .packet(column), .packet(Packet.end())]
      return steps + rows.map { .bytes($0) } + [.bytes([5, 0, 0, 200] + Packet.end())]
    }
    let db = try Encounter.open(server)
    defer { try? db.close(within: .zero) }
    // Either it is read as what it is, or it is refused.
    let values = try? Encounter.readAll(db)
    #expect(values == nil || values == (0..<2000).map { .int($0) })
  }

  @Test("that are empty, one after the other, is left with an error", arguments: Stage.allCases)
  func emptyPackets(stage: Stage) throws {
    let flood = (0..<5000).flatMap { [0, 0, 0, UInt8(truncatingIfNeeded: $0)] as [UInt8] }
    #expect(Encounter.error(of: try server(stage, [.bytes(flood)])) != nil)
  }
}

extension Seeded {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
