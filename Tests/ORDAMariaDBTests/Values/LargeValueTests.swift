import ORDA
import Testing

@Suite("Large values on MariaDB", .timeLimit(.minutes(10))) struct LargeValueTests {
  @Test("A value of 200 MiB is written and read again with a part of it in memory")
  func memory() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload {
        let server = try ThrowawayServer("--max-allowed-packet=256M")
        let db = try server.open()
        try db.execute("CREATE DATABASE large")
        try db.execute("CREATE TABLE large.file (id INT PRIMARY KEY, content LONGBLOB)")
        try db.execute("INSERT INTO large.file VALUES (1, '')")
        let place = ValuePlace("content", in: TableName(schema: "large", name: "file"), key: ["id": 1])
        let chunk = [UInt8](repeating: 7, count: 1 << 20)
        let before = residentBytes()
        var most = 0
        try db.writeValue(at: place) { writer in
          for _ in 1...200 {
            try writer.write(chunk)
            most = max(most, residentBytes())
          }
        }
        var count = 0
        var sum = 0
        try db.readValue(at: place) { bytes in
          count += bytes.count
          sum += Int(bytes.first ?? 0)
          most = max(most, residentBytes())
        }
        #expect(count == 200 << 20)
        #expect(sum == 200 * 7)
        #expect(most - before < 120 << 20, "\((most - before) >> 20) MiB")
      }
    }
  }

  @Test("What is larger than the server takes is refused before it is sent, and the connection goes on")
  func tooLarge() throws {
    let test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY, b LONGBLOB); INSERT INTO t VALUES (1, 'a')")
    let number = try test.db.first(Int.self, "SELECT CONNECTION_ID()")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    let chunk = [UInt8](repeating: 7, count: 1 << 20)
    for announced in [200 << 20, nil] {
      let error = try failure {
        try test.db.writeValue(at: place, count: announced) { writer in for _ in 1...200 { try writer.write(chunk) } }
      }
      #expect(error.kind == .dataTooLong)
      #expect(error.message.contains("max_allowed_packet"))
    }
    #expect(try test.db.first(String.self, "SELECT CAST(b AS CHAR) FROM t") == "a")
    #expect(try test.db.first(Int.self, "SELECT CONNECTION_ID()") == number)
  }

  @Test("Other statements run on the connection between two chunks, both ways")
  func interleaved() throws {
    let test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY, b LONGBLOB); INSERT INTO t VALUES (1, '')")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    let bytes = (0..<(9 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try test.db.transaction { tx in
      var rows = try tx.rows("SELECT seq FROM seq_1_to_5000")
      try tx.writeValue(at: place, count: bytes.count) { writer in
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
          #expect(try rows.next() != nil)
          try writer.write(bytes[start..<(start + (1 << 20))])
          #expect(try tx.first(Int.self, "SELECT COUNT(*) FROM t WHERE id = ?", 1) == 1)
        }
      }
      var all: [UInt8] = []
      try tx.readValue(at: place) { chunk in
        let count = try tx.first(Int.self, "SELECT COUNT(*) FROM seq_1_to_100")
        #expect(count == 100)
        all += chunk
      }
      #expect(all == bytes)
    }
  }

  @Test("Through TLS and compression, too", arguments: ["compression=true", "tls=prefer"])
  func transports(_ option: String) throws {
    let test = try TestDatabase(option, "CREATE TABLE t (id INT PRIMARY KEY, b LONGBLOB); INSERT INTO t VALUES (1, '')")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    let chunk = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try test.db.writeValue(at: place) { writer in for _ in 1...5 { try writer.write(chunk) } }
    var all: [UInt8] = []
    #expect(try test.db.readValue(at: place) { all += $0 } == 5 << 20)
    #expect(all.suffix(1 << 20).elementsEqual(chunk))
  }
}
