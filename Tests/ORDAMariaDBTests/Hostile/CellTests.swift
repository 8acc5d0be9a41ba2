import ORDA
import Testing

@Suite("A server whose cells are not what their columns say", .timeLimit(.minutes(10)))
struct CellTests {
  private func outcome(_ column: [UInt8], _ cell: [UInt8]) throws -> Result<[Value], DatabaseError> {
    let server = try HostileServer(columns: [column], rows: [Packet.binaryRow([cell])])
    var values: [Value] = []
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      values = try Encounter.readAll(db)
    }
    return error.map { .failure($0) } ?? .success(values)
  }

  private func error(_ column: [UInt8], _ cell: [UInt8]) throws -> DatabaseError? {
    guard case .failure(let error) = try outcome(column, cell) else { return nil }
    return error
  }

  private func values(_ column: [UInt8], _ cell: [UInt8]) throws -> [Value]? { try? outcome(column, cell).get() }

  @Test("dates that no calendar has", arguments: [ColumnType.date, ColumnType.dateTime, ColumnType.timestamp])
  func dates(type: UInt8) throws {
    let column = Packet.column("n", type: type, characterSet: 63, length: 26, decimals: 6)
    for cell: [UInt8] in [
      [4, 0xE8, 7, 99, 1], [4, 0xE8, 7, 1, 99], [4, 0xE8, 7, 2, 30], [4, 0xFF, 0xFF, 12, 31], [4, 0xE8, 7, 0, 0],
      [4, 0, 0, 255, 255],
    ] {
      let error = try error(column, cell)
      #expect(error.map { [.typeMismatch, .protocolViolation, .outOfRange].contains($0.kind) } == true, "\(cell)")
    }
    if type != ColumnType.date {
      for cell: [UInt8] in [
        [7, 0xE8, 7, 1, 1, 99, 0, 0], [7, 0xE8, 7, 1, 1, 0, 99, 0], [7, 0xE8, 7, 1, 1, 0, 0, 99],
        [11, 0xE8, 7, 1, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], [11, 0xE8, 7, 1, 1, 0, 0, 0, 0x40, 0x42, 0x0F, 0],
      ] {
        let error = try error(column, cell)
        #expect(error.map { [.typeMismatch, .protocolViolation, .outOfRange].contains($0.kind) } == true, "\(cell)")
      }
    }
  }

  @Test("times beyond the longest there is")
  func times() throws {
    let column = Packet.column("n", type: ColumnType.time, characterSet: 63, length: 17, decimals: 6)
    for cell: [UInt8] in [
      [8, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1], [8, 0, 1, 0, 0, 0, 99, 0, 0], [8, 0, 1, 0, 0, 0, 0, 99, 0],
      [8, 0, 1, 0, 0, 0, 0, 0, 99], [12, 1, 0, 0, 0, 0x80, 255, 255, 255, 255, 255, 255, 255],
      [12, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
    ] {
      let error = try error(column, cell)
      #expect(error.map { [.typeMismatch, .protocolViolation, .outOfRange].contains($0.kind) } == true, "\(cell)")
    }
  }

  @Test(
    "dates and times of every length",
    arguments: [ColumnType.date, ColumnType.dateTime, ColumnType.timestamp, ColumnType.time])
  func lengths(type: UInt8) throws {
    let column = Packet.column("n", type: type, characterSet: 63, length: 26, decimals: 6)
    for length in UInt8.min...(.max) {
      // A length that is not one of the protocol's is refused, whether so many bytes follow or none.
      let filled = try error(column, [length] + [UInt8](repeating: 1, count: Int(length)))
      let empty = try error(column, [length])
      if length != 0 {
        #expect(empty?.kind == .protocolViolation, "\(length) without bytes: \(String(describing: empty))")
      }
      let known: Set<UInt8> = type == ColumnType.time ? [0, 8, 12] : [0, 4, 7, 11]
      if !known.contains(length) {
        #expect(filled?.kind == .protocolViolation, "\(length) with bytes: \(String(describing: filled))")
      }
    }
  }

  @Test("decimals that are no numbers")
  func decimals() throws {
    let column = Packet.column("n", type: ColumnType.decimal, characterSet: 63, length: 67, decimals: 30)
    let texts = [
      "", "-", "+", ".", "abc", "1.2.3", "--1", "0x10", " 1", "1 ", "1,5", "\u{0}", "NaN", "inf", "١٢",
      String(repeating: "9", count: 100_000),
    ]
    for text in texts {
      let server = try HostileServer(columns: [column], rows: [Packet.binaryRow([Packet.counted(text)])])
      let error = Encounter.error {
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        _ = try db.first(ExactDecimal.self, "SELECT n FROM t")
      }
      #expect(error.map { [.typeMismatch, .outOfRange].contains($0.kind) } == true, "\(text.prefix(20))")
      // As the database has it, it is a text.
      if text.utf8.count < 100 { #expect(try values(column, Packet.counted(text)) == [.text(text)]) }
    }
  }

  @Test("texts that are not UTF-8 are told as such")
  func texts() throws {
    for bytes: [UInt8] in [[0xC3, 0x28], [0xFF], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xC0, 0x80], [0x41, 0x80]] {
      for type in [ColumnType.text, ColumnType.blob] {
        #expect(
          try values(Packet.column("n", type: type), Packet.counted(bytes)) == [.other(type: "text", bytes: bytes)])
        // The same bytes are as they are where they belong to no character set.
        let column = Packet.column("n", type: type, flags: 128, characterSet: 63)
        #expect(try values(column, Packet.counted(bytes)) == [.bytes(bytes)])
      }
    }
  }

  @Test("names that are not UTF-8")
  func names() throws {
    for name: [UInt8] in [
      [0xC3, 0x28], [0xFF, 0xFE], [0xF0, 0x9F], [0, 0], [], [UInt8](repeating: 0xE9, count: 250),
    ] {
      let column = Packet.column(name, type: ColumnType.longLong)
      let server = try HostileServer(columns: [column], rows: [Packet.binaryRow([Packet.integer(5, bytes: 8)])])
      let error = Encounter.error {
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        let result = try db.query("SELECT n FROM t")
        #expect(try result.row(at: 0).get(0, as: Int.self) == 5)
      }
      #expect(error == nil || error?.kind == .protocolViolation, "\(name): \(String(describing: error))")
    }
  }

  @Test("bits beyond 64")
  func bits() throws {
    let column = Packet.column("n", type: ColumnType.bit, flags: 32, characterSet: 63, length: 64)
    for count in [0, 9, 16, 200, 1000] {
      let error = try error(column, Packet.counted([UInt8](repeating: 0xFF, count: count)))
      #expect(error?.kind == .protocolViolation, "\(count)")
    }
    #expect(try values(column, [8] + [UInt8](repeating: 0xFF, count: 8)) == [.uint(.max)])
  }

  @Test("columns of every type, flag and character set")
  func types() throws {
    for type in UInt8.min...(.max) {
      for flags: UInt16 in [0, 32, 128, 0xFFFF] {
        let column = Packet.column("n", type: type, flags: flags, characterSet: flags == 128 ? 63 : 45)
        // Eight bytes, or seven behind their length: either is right for some type and wrong for others.
        _ = try outcome(column, [7, 1, 1, 1, 1, 1, 1, 1])
      }
    }
    for characterSet: UInt16 in [0, 1, 8, 33, 255, 0xFFFF] {
      _ = try outcome(Packet.column("n", type: ColumnType.text, characterSet: characterSet), Packet.counted("é"))
    }
  }

  @Test("columns that change from one execution to the next")
  func changingTypes() throws {
    let types = [ColumnType.longLong, ColumnType.text, ColumnType.dateTime, ColumnType.decimal, ColumnType.tiny]
    let cells: [[UInt8]] = [
      Packet.integer(1, bytes: 8), Packet.counted("A"), [4, 0xE8, 7, 1, 1], Packet.counted("1.5"), [1],
    ]
    let executions = Counter()
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      let index = executions.next() % types.count
      let wrong = index % 2 == 0 ? 1 : 2
      return HostileServer.result(
        [[UInt8]](repeating: Packet.column("n", type: types[index], characterSet: 45), count: wrong),
        rows: [[[UInt8]](repeating: cells[index], count: wrong)])
    }
    for _ in 0..<10 {
      _ = Encounter.error {
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        for _ in 0..<5 { _ = try Encounter.readAll(db) }
      }
    }
  }
}
