import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

@Suite("Large values", .ownThread, .serialized)
struct LargeValueTests {
  struct Stop: Error {}

  private static func table() throws -> any Governor {
    let db = try PostgreSQLServer.open("pool.max=1")
    try db.blocking.executeScript(
      """
      DROP TABLE IF EXISTS large; CREATE TABLE large (id INT PRIMARY KEY, b BYTEA, t TEXT, j JSONB);
      INSERT INTO large VALUES (1, NULL, NULL, '{"a": 1}'), (2, '', '', NULL), (3, 'x', 'x', NULL);
      """)
    return db
  }

  private static func place(_ column: String, _ id: Int) -> ValuePlace {
    ValuePlace(column, in: "large", key: ["id": id])
  }

  private static func read(_ db: any Governor, _ place: ValuePlace, _ chunkSize: Int = 1 << 20) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    let count = try db.readValue(at: place, chunkSize: chunkSize) { chunk in
      #expect(chunk.count <= chunkSize)
      bytes += chunk
    }
    if let count { #expect(count == bytes.count) }
    return count == nil ? nil : bytes
  }

  private static func objects(_ db: any Governor) throws -> Int? {
    try db.first(Int.self, "SELECT COUNT(*) FROM pg_largeobject_metadata")
  }

  @Test(
    "What is written in parts is read in parts, of every size", arguments: [0, 1, 1 << 19, (1 << 19) + 1, 9_000_000])
  func bytes(_ size: Int) throws {
    let db = try Self.table()
    defer { try? db.close(within: .zero) }
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    try db.writeValue(at: Self.place("b", 1)) { writer in
      var rest = bytes[...]
      while !rest.isEmpty {
        try writer.write(rest.prefix(300_001))
        rest = rest.dropFirst(300_001)
      }
    }
    try #expect(Self.read(db, Self.place("b", 1)) == bytes)
    try #expect(Self.read(db, Self.place("b", 1), 65_537) == bytes)
    try #expect(db.first([UInt8].self, "SELECT b FROM large WHERE id = 1") == bytes)
    let text = String(repeating: "é🧡a", count: size / 7)
    try db.writeValue(at: Self.place("t", 1)) { writer in try writer.write(text.utf8) }
    try #expect(Self.read(db, Self.place("t", 1)) == Array(text.utf8))
    try #expect(db.first(Bool.self, "SELECT t = ? FROM large WHERE id = 1", text) == true)
    try #expect(Self.read(db, Self.place("b", 2)) == [])
    try #expect(Self.read(db, Self.place("t", 2)) == [])
    try #expect(Self.read(db, Self.place("b", 3)) == [0x78])
    try #expect(Self.read(db, Self.place("j", 1)) == Array("{\"a\": 1}".utf8))
    try #expect(Self.objects(db) == 0)
    try db.execute("DROP TABLE large")
  }

  @Test("A place that is none, and a body that throws, change nothing and leave nothing")
  func failures() throws {
    let db = try Self.table()
    defer { try? db.close(within: .zero) }
    let bytes = [UInt8](repeating: 7, count: 2_000_000)
    let missing = #expect(throws: DatabaseError.self) {
      try db.writeValue(at: Self.place("b", 9)) { try $0.write(bytes) }
    }
    #expect(missing?.kind == .noSuchRow)
    let noRow = #expect(throws: DatabaseError.self) { try Self.read(db, Self.place("b", 9)) }
    #expect(noRow?.kind == .noSuchRow)
    let several = #expect(throws: DatabaseError.self) {
      try db.writeValue(at: ValuePlace("b", in: "large", key: ["t": "x"])) { try $0.write(bytes) }
      try db.execute("INSERT INTO large VALUES (4, NULL, 'y', NULL), (5, NULL, 'y', NULL)")
      try db.writeValue(at: ValuePlace("b", in: "large", key: ["t": "y"])) { try $0.write(bytes) }
    }
    #expect(several?.kind == .misuse)
    #expect(throws: Stop.self) {
      try db.writeValue(at: Self.place("b", 3)) { writer in
        try writer.write(bytes)
        throw Stop()
      }
    }
    let invalid = #expect(throws: DatabaseError.self) {
      try db.writeValue(at: Self.place("t", 3)) { try $0.write([UInt8](repeating: 0xFF, count: 2_000_000)) }
    }
    #expect(invalid != nil)
    let long = #expect(throws: DatabaseError.self) {
      try db.writeValue(at: Self.place("b", 3), count: 1 << 30) { _ in }
    }
    #expect(long?.kind == .dataTooLong)
    try #expect(db.first(String.self, "SELECT t FROM large WHERE id = 3") == "x")
    try #expect(Self.read(db, Self.place("b", 3))?.count == 2_000_000)
    try #expect(Self.objects(db) == 0)
    // In a transaction that goes on, and with a statement between two chunks.
    try db.transaction { tx in
      try tx.writeValue(at: Self.place("b", 2)) { try $0.write(bytes) }
      var count = 0
      try tx.readValue(at: Self.place("b", 2), chunkSize: 100_000) { chunk in
        count += chunk.count
        try #expect(tx.first(Int.self, "SELECT 1") == 1)
      }
      #expect(count == bytes.count)
    }
    try db.execute("DROP TABLE large")
  }

  @Test("A value of 200 MiB passes in the memory of some parts; read as a cell it is there whole")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let db = try LargeValueTests.table()
      let part = [UInt8](repeating: 0x5A, count: 1 << 20)
      try await db.writeValue(at: LargeValueTests.place("b", 3)) { try $0.write(part) }
      let before = ResidentMemory.peak
      try await db.writeValue(at: LargeValueTests.place("b", 3)) { writer in
        for _ in 0..<200 { try writer.write(part) }
      }
      let made = Made()
      let count = try await db.readValue(at: LargeValueTests.place("b", 3)) { _ in _ = made.next() }
      #expect(count == 200 << 20)
      #expect(made.count == 200)
      #expect(ResidentMemory.peak - before < 80 << 20)
      try await db.execute("DROP TABLE large")
      try await db.close(within: .zero)
    }
  }
}
