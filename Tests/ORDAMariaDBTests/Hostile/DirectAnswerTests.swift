import ORDA
import Testing

@Suite("A server whose answers to a text and its values do not fit together", .timeLimit(.minutes(10)))
struct DirectAnswerTests {
  private typealias Step = HostileServer.Step

  /// A server that prepares and executes at once, and answers so to the second SELECT; the first makes a number known.
  private func server(prepare: [Step]?, execute: [Step]? = nil) throws -> HostileServer {
    try HostileServer { request, _ in
      switch request {
      case .connection: [.packet(Packet.greeting(extended: Packet.arrays))]
      case .prepare(let text) where text.contains("second"): prepare
      case .execute(let text) where text.contains("second"): execute
      default: nil
      }
    }
  }

  private func error(_ server: HostileServer, sourceLocation: SourceLocation = #_sourceLocation) -> DatabaseError? {
    Encounter.error(sourceLocation: sourceLocation) {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      _ = try Encounter.readAll(db)
      _ = try db.query("SELECT n FROM second WHERE n = ?", 1)
      // What comes next gets its own answer, on this connection or on another.
      _ = try Encounter.readAll(db)
    }
  }

  private static let column = Packet.column("n", type: ColumnType.longLong)
  private static func prepared(id: UInt32 = 2, columns: Int = 1, parameters: Int = 1) -> [Step] {
    [.packet(Packet.prepared(id: id, columns: columns, parameters: parameters))]
      + (parameters > 0 ? (0..<parameters).map { _ in .packet(column) } + [.packet(Packet.end())] : [])
      + (columns > 0 ? (0..<columns).map { _ in .packet(column) } + [.packet(Packet.end())] : [])
  }

  @Test("is read where they do")
  func good() throws {
    for id: UInt32 in [2, 7] { #expect(error(try server(prepare: Self.prepared(id: id))) == nil) }
  }

  @Test("in the number of parameters")
  func parameters() throws {
    for count in [0, 2, 5, 300] {
      let error = error(try server(prepare: Self.prepared(parameters: count)))
      #expect(
        error.map { [.syntax, .protocolViolation, .connectionLost, .commitUnknown].contains($0.kind) } == true,
        "\(count): \(String(describing: error))")
    }
  }

  @Test("in the columns")
  func columns() throws {
    for count in [0, 3] {
      let error = error(try server(prepare: Self.prepared(columns: count)))
      #expect(error.map { $0.kind == .protocolViolation } ?? true, "\(count): \(String(describing: error))")
    }
  }

  @Test("or are an error, none, or not one at all")
  func others() throws {
    let refused = error(
      try server(
        prepare: [.packet(Packet.error(1064, state: "42000", "no"))], execute: [.packet(Packet.error(1243, "no"))]))
    #expect(refused?.kind == .syntax)
    for (prepare, execute): ([Step], [Step]?) in [
      ([.close], nil), ([.silence], nil), ([.packet([0])], nil), ([.packet([0, 1, 0])], nil), ([.packet([])], nil),
      (Self.prepared(), [.close]), (Self.prepared(), [.packet([0xFF])]), (Self.prepared(), [.packet([1]), .close]),
      (Self.prepared(), [.packet([250])]), ([.packet(Packet.error(1064, "no")), .close], nil),
    ] {
      #expect(error(try server(prepare: prepare, execute: execute)) != nil, "\(prepare) \(execute ?? [])")
    }
  }

  /// A procedure's OUT parameters are a further result, too.
  @Test("and a further result that never comes, for the connection is lost", arguments: [0x000A, 0x1002] as [UInt16])
  func lostBeforeTheNextResult(more: UInt16) throws {
    let told: [Step] = [
      .packet(Packet.prepared(id: 2, columns: 1, parameters: 1)), .packet(Self.column),
      .packet(Packet.end(status: more)),
    ]
    let cut: [[Step]] = [
      told + [.close], told + [.packet(Self.column), .close], told + [.packet([0xFF]), .close],
      told + [.packet(Self.column), .packet(Packet.end(status: more)), .close],
    ]
    for prepare in cut {
      let error = error(try server(prepare: prepare))
      #expect(error.map { DatabaseError.Kind.broken.contains($0.kind) } == true, "\(String(describing: error))")
    }
    let execute: [[Step]] = [
      [.packet(Packet.ok(status: more)), .close],
      [.packet([1]), .packet(Self.column), .packet(Packet.end(status: more)), .close],
      [.packet([1]), .packet(Self.column), .packet(Packet.end()), .packet(Packet.end(status: more)), .close],
    ]
    // That it ends is looked at for each; not all of this is wrong.
    for execute in execute { _ = error(try server(prepare: Self.prepared(), execute: execute)) }
  }

  @Test("and that forgets the types of a statement's values whenever it refuses to run it")
  func types() throws {
    for isDirect in [true, false] {
      let refusals = Shared(2)
      let server = try HostileServer { request, _ in
        switch request {
        case .connection where isDirect: return [.packet(Packet.greeting(extended: Packet.arrays))]
        case .prepare(let text) where text.contains("second"): return Self.prepared(columns: 0)
        case .execute(let text) where text.contains("second"):
          return refusals.with { left in
            left -= 1
            return left >= 0 ? [.packet(Packet.error(1213, state: "40001", "overtaken"))] : nil
          }
        default: return nil
        }
      }
      let db = try Encounter.open(server)
      _ = try Encounter.readAll(db)
      let insert = try db.prepare("INSERT INTO second VALUES (?)")
      for _ in 1...2 { #expect(try failure { try insert.execute(1) }.kind == .deadlock) }
      try insert.execute(1)
      try db.close(within: .zero)
      // Command, number, flags, repetitions, NULLs; then whether types follow.
      let flags = server.packets.filter { $0.first == 0x17 && $0.count > 12 }.map { $0[11] }
      #expect(flags == [1, 1, 1], "\(isDirect)")
    }
  }

  @Test("and warnings that it does not tell")
  func warnings() throws {
    let answers: [[Step]] = [
      [.packet(Packet.error(1064, "none"))], [.packet([0xFF, 0, 0])], [.close], [.packet([1]), .close],
      [.packet(Packet.ok())],
      [
        .packet([2]), .packet(Self.column), .packet(Self.column), .packet(Packet.end()),
        .packet(Packet.textRow(["a", nil])), .packet(Packet.end()),
      ],
    ]
    for answer in answers {
      let server = try HostileServer { request, _ in
        switch request {
        case .query(let text) where text.hasPrefix("SHOW WARNINGS"): return answer
        case .execute(let text) where text.contains("second"):
          var steps = HostileServer.result([Self.column], rows: [[Packet.integer(1, bytes: 8)]])
          steps[steps.count - 1] = .packet(Packet.end(warnings: .max))
          return steps
        default: return nil
        }
      }
      let db = try Encounter.open(server)
      let result = try db.query("SELECT n FROM second")
      #expect(result.count == 1)
      #expect(result.warnings == [])
      #expect(try Encounter.readAll(db) == [.int(1)])
      try db.close(within: .zero)
    }
  }
}
