import Foundation
import ORDA
import Testing

@Suite("Values and statements beyond what a message can hold", .timeLimit(.minutes(10)))
struct OversizeTests {
  /// Memory that is there by address only: nothing of it is touched, unless somebody reads or copies it.
  private final class Untouched {
    let bytes: UnsafeRawBufferPointer
    private let start: UnsafeMutableRawPointer

    init(count: Int) throws {
      let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_NORESERVE), -1, 0)
      start = try #require(mapped == MAP_FAILED ? nil : mapped)
      bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(start, bytes.count) }
  }

  /// Bytes that are bound where they lie.
  private struct Lent: ValueConvertible {
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    func value() -> Value { .null }
    func bind(to target: any BindTarget, at index: Int) { target.bind(bytes: bytes, at: index) }
  }

  @Test(
    "are refused before anything is sent",
    arguments: [16 << 20, 1 << 30, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x1_0000_0000, 0x1_0000_0004, 0x2_0000_0010, 1 << 40])
  func lengths(count: Int) async {
    await #expect(processExitsWith: .success) { [count] in
      try await Threads.offload {
        let server = try HostileServer { request, _ in
          guard case .prepare(let text) = request, text.hasPrefix("INSERT") else { return nil }
          let parameter = HostileServer.Step.packet(Packet.column("?", type: ColumnType.blob))
          return [
            .packet(Packet.prepared(id: 1, columns: 0, parameters: 2)), parameter, parameter, .packet(Packet.end()),
          ]
        }
        let db = try Encounter.open(server)
        defer { try? db.close(within: .zero) }
        let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
        try insert.execute(1, Lent(bytes: UnsafeRawBufferPointer(start: nil, count: 0)))
        let memory = try Untouched(count: count)
        let before = (resident: residentBytes(), sent: server.received.count)
        let error = Encounter.error { try insert.execute(1, Lent(bytes: memory.bytes)) }
        #expect(error?.kind == .dataTooLong, "\(String(describing: error))")
        #expect(error?.message.contains("max_allowed_packet") == true)
        #expect(server.received.count == before.sent)
        #expect(residentBytes() - before.resident < 100 << 20)
        // The connection and the statement are as they were.
        try insert.execute(1, [2])
        #expect(server.connections == 1)
      }
    }
  }

  @Test("are refused where only all of them together are too long")
  func sums() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a LONGBLOB, b LONGTEXT)")
    let db = test.db
    let limit = try #require(try db.first(Int.self, "SELECT @@max_allowed_packet"))
    let half = [UInt8](repeating: 1, count: limit / 2)
    let error = Encounter.error { try db.execute("INSERT INTO t VALUES (?, ?)", half, half) }
    #expect(error?.kind == .dataTooLong)
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == 0)
    let text = String(repeating: "x", count: limit)
    #expect(Encounter.error { try db.execute("INSERT INTO t VALUES (NULL, ?)", text) }?.kind == .dataTooLong)
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == 0)
    // What fits is stored.
    try db.execute("INSERT INTO t VALUES (?, NULL)", half)
    #expect(try db.first(Int.self, "SELECT LENGTH(a) FROM t") == half.count)
  }

  @Test("a statement's text is refused too")
  func statementText() throws {
    let test = try TestDatabase()
    let limit = try #require(try test.db.first(Int.self, "SELECT @@max_allowed_packet"))
    let first = try #require(try test.db.first(Int.self, "SELECT CONNECTION_ID()"))
    let text = "SELECT '" + String(repeating: "x", count: limit) + "'"
    let error = Encounter.error { try test.db.execute(SQL(text: text)) }
    #expect(error?.kind == .dataTooLong)
    #expect(try test.db.first(Int.self, "SELECT CONNECTION_ID()") == first)
  }
}
