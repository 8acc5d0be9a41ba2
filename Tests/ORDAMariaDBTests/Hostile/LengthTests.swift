import ORDA
import Testing

@Suite("A server that lies about lengths and counts", .timeLimit(.minutes(10)))
struct LengthTests {
  /// Lengths that are not there: too long for the packet, for 32 bits, for 64, and no length at all.
  static let lies: [[UInt8]] = [
    [10], [250], [251], [252], [252, 0xFF], [252, 0xFF, 0xFF], [253, 0, 0], [253, 0xFF, 0xFF, 0xFF], [254, 1, 2, 3],
    [254] + Packet.integer(0xFFFF_FFFF, bytes: 8), [254] + Packet.integer(0x1_0000_0000, bytes: 8),
    [254] + Packet.integer(0x1_0000_0004, bytes: 8), [254] + Packet.integer(UInt64.max >> 1, bytes: 8),
    [254] + Packet.integer(UInt64.max, bytes: 8), [254] + Packet.integer(UInt64.max - 3, bytes: 8),
    [254] + Packet.integer(UInt64.max - 12, bytes: 8), [255], [255, 1, 2, 3, 4, 5, 6, 7, 8],
  ]

  private func expectViolation(_ rows: [[UInt8]], of columns: [[UInt8]], _ comment: Comment) throws {
    let error = Encounter.error(of: try HostileServer(columns: columns, rows: rows))
    #expect(error?.kind == .protocolViolation, comment)
  }

  @Test(
    "of a cell", arguments: [ColumnType.text, ColumnType.blob, ColumnType.decimal, ColumnType.bit, ColumnType.geometry])
  func cells(type: UInt8) throws {
    for lie in Self.lies {
      try expectViolation([Packet.binaryRow([lie + [65, 66, 67]])], of: [Packet.column("n", type: type)], "\(lie)")
      let two = [Packet.column("n", type: type), Packet.column("m", type: ColumnType.text)]
      // The second cell would be read from behind the packet.
      try expectViolation([Packet.binaryRow([Packet.counted("A"), lie])], of: two, "second, \(lie)")
    }
  }

  @Test("of a cell of the text protocol")
  func textCells() throws {
    // One of them is NULL, and others an error of the server's own. A length is taken modulo 2^32 by the client library, so
    // that one of just 4 GiB is an empty cell: nothing is read that is not there.
    let others = [[251], [254] + Packet.integer(0x1_0000_0000, bytes: 8)]
    for lie in Self.lies where lie[0] != 255 && !others.contains(lie) {
      let server = try HostileServer { request, _ in
        guard case .query(let text) = request, HostileServer.asksSession(text) else { return nil }
        let column = Packet.column("@@sql_mode", type: ColumnType.text)
        return [
          .packet([1]), .packet(column), .packet(Packet.end()), .packet(lie + Array("ABC".utf8)), .packet(Packet.end()),
        ]
      }
      let error = Encounter.error(of: server)
      #expect(error.map { DatabaseError.Kind.broken.contains($0.kind) } == true, "\(lie): \(String(describing: error))")
    }
  }

  @Test("of a row", arguments: ColumnType.fixed)
  func shortRows(type: UInt8, width: Int) throws {
    for count in 0..<width {
      let row = Packet.binaryRow([[UInt8](repeating: 7, count: count)])
      try expectViolation([row], of: [Packet.column("n", type: type)], "\(count) of \(width)")
    }
    // Not even the bits that tell what is NULL are all there.
    let many = (0..<100).map { Packet.column("n\($0)", type: type) }
    try expectViolation([[0, 0xFF, 0xFF]], of: many, "a short bitmap")
    try expectViolation([[0]], of: many, "no bitmap")
  }

  @Test("of a row whose packet is too long")
  func longRow() throws {
    let server = try HostileServer(
      columns: [Packet.column("n", type: ColumnType.longLong)],
      rows: [Packet.binaryRow([Packet.integer(5, bytes: 8) + [1, 2, 3, 4, 5, 6, 7, 8, 9]])])
    // What stands behind the row is nobody's; it may be refused.
    let error = Encounter.error(of: server)
    #expect(error == nil || error?.kind == .protocolViolation)
  }

  @Test("of the columns of a result")
  func columnCounts() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let column = Packet.column("n", type: ColumnType.longLong)
        for count in [[0], [2]] + LengthTests.lies where count[0] != 255 {
          let server = try HostileServer { request, _ in
            guard case .execute = request else { return nil }
            return [
              .packet(count), .packet(column), .packet(Packet.end()),
              .packet(Packet.binaryRow([Packet.integer(1, bytes: 8)])), .packet(Packet.end()), .close,
            ]
          }
          let before = residentBytes()
          let error = Encounter.error(of: server)
          #expect(
            error.map { DatabaseError.Kind.broken.contains($0.kind) } == true, "\(count): \(String(describing: error))")
          #expect(residentBytes() - before < 200 << 20)
        }
      }
    }
  }

  @Test("of the columns of a prepared statement: announced, described and executed are not the same")
  func preparedCounts() throws {
    let column = Packet.column("n", type: ColumnType.longLong)
    for announced in [0, 1, 2, 3, 65_535] {
      for described in [0, 1, 2, 3] {
        for executed in [0, 1, 2, 3] {
          let server = try HostileServer { request, _ in
            switch request {
            case .prepare:
              [.packet(Packet.prepared(id: 1, columns: announced, parameters: 0))]
                + [HostileServer.Step](repeating: .packet(column), count: described)
                + (described < announced ? [.close] : described > 0 ? [.packet(Packet.end())] : [])
            case .execute:
              HostileServer.result(
                [[UInt8]](repeating: column, count: executed),
                rows: [[[UInt8]](repeating: Packet.integer(1, bytes: 8), count: executed)]) + [.close]
            default: nil
            }
          }
          let error = Encounter.error(of: server)
          if announced == described, announced == executed, announced > 0 {
            #expect(error == nil, "\(announced): \(String(describing: error))")
          }
        }
      }
    }
  }

  @Test("of the columns of a result that it does not describe", arguments: ["SELECT", "UPDATE", "SHOW"])
  func undescribedColumns(keyword: String) throws {
    // What MariaDB may do where it has described the same columns before, and the client said that it remembers them.
    let remembers: [UInt8] = Packet.integer(1 << 4, bytes: 4)
    var greeting = Packet.greeting(abilities: Packet.abilities & ~1)
    let reserved = try #require(greeting.firstIndex(of: 21)) + 7
    greeting.replaceSubrange(reserved..<reserved + 4, with: remembers)
    let connection = greeting
    for columns: UInt64 in [1, 2, 250, 65_535] {
      for described in [0, 1, 2] {
        let server = try HostileServer { request, _ in
          let column = Packet.column("n", type: ColumnType.longLong)
          let answer: [HostileServer.Step] = [
            .packet(Packet.length(columns) + [0]), .packet(Packet.end()),
            .packet(Packet.binaryRow([Packet.integer(1, bytes: 8)])), .packet(Packet.end()), .close,
          ]
          return switch request {
          case .connection: [.packet(connection)]
          case .query(let text) where HostileServer.asksSession(text):
            keyword == "SHOW" ? answer : HostileServer.variables(describes: true).map { .packet($0) }
          case .prepare:
            [.packet(Packet.prepared(id: 1, columns: described, parameters: 0))]
              + [HostileServer.Step](repeating: .packet(column), count: described)
              + (described > 0 ? [.packet(Packet.end())] : [])
          case .execute: answer
          default: nil
          }
        }
        let error = Encounter.error {
          let db = try Encounter.open(server)
          defer { try? db.close(within: .zero) }
          if keyword == "UPDATE" { try db.execute("UPDATE t SET n = 1") } else { _ = try Encounter.readAll(db) }
        }
        if described == Int(columns), described == 1, keyword != "SHOW" {
          #expect(error == nil, "\(String(describing: error))")
        } else {
          #expect(error != nil, "\(columns) columns, \(described) described")
        }
      }
    }
  }

  @Test("of the parameters of a statement", arguments: [0, 1, 3, 65_535])
  func parameterCounts(announced: Int) throws {
    let server = try HostileServer { request, _ in
      guard case .prepare = request else { return nil }
      let parameter = Packet.column("?", type: ColumnType.text)
      return [.packet(Packet.prepared(id: 1, columns: 0, parameters: announced))]
        + [HostileServer.Step](repeating: .packet(parameter), count: min(announced, 1))
        + (announced > 0 ? [.packet(Packet.end())] : [])
    }
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      try db.execute("UPDATE t SET n = ? WHERE m = ?", 1, "two")
    }
    // ORDA and the server count differently, for which the text is to blame more often than the server.
    #expect(error.map { [.protocolViolation, .connectionLost, .commitUnknown, .syntax].contains($0.kind) } == true)
  }

  @Test("of packets: 16 MB are announced, and not sent")
  func announcedPackets() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let before = residentBytes()
        for stage in GarbageTests.Stage.allCases {
          let server = try HostileServer { request, _ in
            guard stage.matches(request) else { return nil }
            return [.bytes([0xFF, 0xFF, 0xFF, 1] + [UInt8](repeating: 65, count: 5000)), .close]
          }
          let error = Encounter.error(of: server)
          #expect(error.map { DatabaseError.Kind.broken.contains($0.kind) } == true)
        }
        #expect(residentBytes() - before < 100 << 20)
      }
    }
  }

  @Test("of a field, which is announced to be the longest there is")
  func announcedFields() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let long = Packet.column("n", type: ColumnType.blob, length: .max)
        let server = try HostileServer(
          columns: [long, long, long], rows: [Packet.binaryRow([[1, 65], [1, 66], [1, 67]])])
        let before = residentBytes()
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        #expect(try Encounter.readAll(db) == [.text("A"), .text("B"), .text("C")])
        #expect(residentBytes() - before < 50 << 20)
      }
    }
  }

  @Test("of the texts that describe a column")
  func columnTexts() throws {
    for lie in Self.lies {
      for position in 0..<6 {
        var parts = ["def", "music", "t", "t", "n", "n"].map { Packet.counted($0) }
        parts[position] = lie
        let rest: [UInt8] = [12, 45, 0, 255, 0, 0, 0, 8, 0, 0, 0, 0, 0]
        let server = try HostileServer(
          columns: [parts.flatMap { $0 } + rest], rows: [Packet.binaryRow([Packet.integer(1, bytes: 8)])])
        _ = Encounter.error(of: server)
      }
    }
  }

  @Test("of what the server tells beside an OK")
  func sessionChanges() throws {
    let changed: UInt16 = 1 << 14
    for lie in Self.lies {
      for body: [UInt8] in [
        lie, [0] + lie, [0, 5, 0] + lie, [0, 9, 0] + lie, [0, 4, 1] + lie, [0, 4, 1, 2] + lie,
        [0, 12, 0, 4, 65, 66] + lie,
      ] {
        let server = try HostileServer { request, _ in
          guard case .execute = request else { return nil }
          return [.packet([0, 0, 0] + Packet.integer(UInt64(2 | changed), bytes: 2) + [0, 0] + body), .close]
        }
        _ = Encounter.error {
          let db = try Encounter.open(server)
          defer { try? db.close(within: .zero) }
          try db.execute("UPDATE t SET n = 1")
        }
      }
    }
  }
}

extension ColumnType {
  /// Types whose cells all have the same width, and that width.
  static let fixed: [(UInt8, Int)] = [
    (tiny, 1), (short, 2), (year, 2), (long, 4), (medium, 4), (float, 4), (double, 8), (longLong, 8),
  ]
}
