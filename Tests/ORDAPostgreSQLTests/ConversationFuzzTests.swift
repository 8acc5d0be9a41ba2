import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// ORDA_FUZZ_CONVERSATIONS has more of them than 100, and ORDA_FUZZ_SEED others.
@Suite("A server whose every answer may be damaged", .ownThread, .serialized)
struct ConversationFuzzTests {
  @Test("It harms nobody: each conversation ends soon, and nothing grows")
  func conversations() async {
    await #expect(processExitsWith: .success) {
      try await Threads.offload { try ConversationFuzzTests.run() }
    }
  }

  private static func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["ORDA_FUZZ_CONVERSATIONS"].flatMap { Int($0) } ?? 100
    let seed = environment["ORDA_FUZZ_SEED"].flatMap { UInt64($0) } ?? 4711
    let good = try Conversation.recorded { url in
      let db = try PostgreSQLServer.open(url: url + "?tls=disable&pool.max=1&changes=none")
      #expect(converse(db) == nil)
      try db.close(within: .zero)
    }
    #expect(good.answers.count > 30)
    let current = Shared(good)
    let server = try Conversation.served { current.current }
    defer { server.stop() }
    let url = "postgresql://postgres@127.0.0.1:\(server.port)/postgres?tls=disable&pool.max=1&changes=none"
    // A damaged answer may be one that never comes.
    let damagedURL = url + "&connect-timeout=1s&read-timeout=200ms"
    var refused = 0
    var memory = 0
    var files = 0
    for number in 0...count {
      if number > 0 { current.with { $0.answers = damaged(good.answers, seed &+ UInt64(number)) } }
      var failure: DatabaseError?
      do {
        let db = try PostgreSQLServer.open(url: number == 0 ? url : damagedURL)
        failure = converse(db)
        try? db.close(within: .zero)
      } catch {
        failure = error as? DatabaseError ?? DatabaseError(.other, "\(error)")
      }
      // The first one is not damaged: the same server, to the byte.
      if number == 0 { #expect(failure == nil, "\(String(describing: failure))") }
      if let failure {
        refused += 1
        #expect(!failure.message.isEmpty, "conversation \(number)")
      }
      if number == count / 4 { (memory, files) = (ResidentMemory.bytes, openFiles()) }
    }
    #expect(refused > count / 2)
    #expect(ResidentMemory.bytes - memory < 100 << 20)
    #expect(openFiles() - files < 16)
  }

  /// A program that uses most of what there is, and goes on after errors, as some do.
  ///
  /// - Returns: The first error.
  private static func converse(_ db: any Governor) -> DatabaseError? {
    var failure: DatabaseError?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch {
        failure = failure ?? error as? DatabaseError ?? DatabaseError(.other, "\(error)")
      }
    }
    attempt {
      try db.withConnection { db in
        attempt { try db.execute("CREATE TEMPORARY TABLE fuzzed (id SERIAL PRIMARY KEY, t TEXT, b BYTEA, a INT[])") }
        for number in 0..<3 {
          attempt {
            _ = try db.execute("INSERT INTO fuzzed (t, a) VALUES (?, ?)", "é \(number)", PostgreSQLArray([1, 2]))
          }
        }
        attempt {
          _ = try db.query(
            """
            SELECT 1::int2, 2::int4, 3::int8, true, 0.5::float4, 0.25::float8, 12345.678::numeric, 'x', 'y'::bytea,
              now()::date, now(), now()::timestamp, now()::time, gen_random_uuid(), '{"a":1}'::jsonb, interval '1 day'
            """)
        }
        attempt {
          try db.forEach("SELECT * FROM fuzzed WHERE id > ?", 0) { row in
            _ = try row.get(3, as: PostgreSQLArray<Int>.self)
          }
        }
        attempt {
          try db.forEach("SELECT n, repeat('x', 100) FROM generate_series(1, 50) AS n") { row in _ = try row[1] }
        }
        attempt {
          try db.prepare("INSERT INTO fuzzed (t) VALUES (?)").executeMany(0..<20) { try $1.bind("\($0)") }
        }
        attempt {
          try db.transaction { tx in
            try tx.execute("DELETE FROM fuzzed WHERE id = ?", 1)
            do { _ = try tx.query("SELECT nothing FROM nowhere_at_all") } catch .noSuchTable {}
            try tx.execute("UPDATE fuzzed SET t = 'z' WHERE id = ?", 2)
          }
        }
        attempt { try db.execute("DO $$ BEGIN RAISE WARNING 'careful'; END $$") }
        attempt {
          _ = try db.withDriver((any TableReadingConnection).self) {
            try $0.tablesRead(
              by: PrepareRequest(sql: "SELECT relname FROM pg_class", keyword: .select, isPersistent: false))
          }
        }
        attempt { _ = try db.describe("pg_class") }
      }
    }
    attempt {
      try PostgreSQL.bulkRead(db, "SELECT n, 'a', NULL FROM generate_series(1, 20) AS n") { row in
        _ = try row.get(0, as: Int.self)
      }
    }
    attempt { try PostgreSQL.bulkRead(db, "SELECT 1", as: .csv(header: true)) { _ in } }
    attempt { try db.execute("CREATE TABLE IF NOT EXISTS fuzzed_loaded (id INT, b BYTEA)") }
    attempt { try PostgreSQL.bulkLoad(db, into: "fuzzed_loaded", columns: ["id"], rows: 0..<100) { try $1.append($0) } }
    attempt {
      let place = ValuePlace("b", in: "fuzzed_loaded", key: ["id": 7])
      try db.writeValue(at: place) { try $0.write([UInt8](repeating: 7, count: 600_000)) }
      try db.readValue(at: place) { _ in }
    }
    attempt { try db.execute("DROP TABLE fuzzed_loaded") }
    return failure
  }

  private static func openFiles() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}

/// The same answers with a few changes, which depend on the number alone.
private func damaged(_ good: [[UInt8]], _ number: UInt64) -> [[UInt8]] {
  var random = Generator(state: number)
  var answers = good
  for _ in 0..<Int.random(in: 1...4, using: &random) {
    // Most of the damage is done early in some, so that connecting is tried too, and anywhere in others.
    let reach = Bool.random(using: &random) ? answers.count : min(answers.count, 4)
    let index = Int.random(in: 0..<reach, using: &random)
    var messages = split(answers[index])
    guard !messages.isEmpty else { continue }
    let place = Int.random(in: 0..<messages.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: messages.remove(at: place)
    case 1: messages.insert(messages[place], at: Int.random(in: 0...messages.count, using: &random))
    case 2: messages.swapAt(place, Int.random(in: 0..<messages.count, using: &random))
    case 3: messages.insert(strange(&random), at: place)
    case 4: messages[place] = Array(messages[place].prefix(Int.random(in: 0...messages[place].count, using: &random)))
    case 5 where messages[place].count > 5:
      // A number of the message's own, such as its length or a count.
      let number = [0, 1, 4, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF, 70_000].randomElement(using: &random) ?? 0
      let offset = Int.random(in: 1...(messages[place].count - 4), using: &random)
      for byte in 0..<4 { messages[place][offset + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
    case 6 where index + 1 < answers.count:
      answers.swapAt(index, index + 1)
      continue
    default:
      guard !messages[place].isEmpty else { continue }
      let offset = Int.random(in: 0..<messages[place].count, using: &random)
      messages[place][offset] = UInt8.random(in: 0...255, using: &random)
    }
    answers[index] = messages.flatMap { $0 }
  }
  return answers
}

/// The messages of an answer; what is left at its end is one more.
private func split(_ answer: [UInt8]) -> [[UInt8]] {
  var messages: [[UInt8]] = []
  var rest = answer[...]
  while rest.count >= 5 {
    let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) } + 1
    let message = rest.prefix(max(5, length))
    messages.append(Array(message))
    rest = rest[message.endIndex...]
  }
  if !rest.isEmpty { messages.append(Array(rest)) }
  return messages
}

/// A message that is right in itself, and that nobody asked for.
private func strange(_ random: inout Generator) -> [UInt8] {
  let all: [[UInt8]] = [
    HostileServerTests.message("G", [0, 0, 0]), HostileServerTests.message("H", [0, 0, 0]),
    HostileServerTests.message("W", [0, 0, 0]), HostileServerTests.message("c"), HostileServerTests.message("s"),
    HostileServerTests.message("d", Array("1\t2\n".utf8)), HostileServerTests.message("I"),
    HostileServerTests.message("n"), HostileServerTests.ready, HostileServerTests.message("Z", [0x54]),
    HostileServerTests.message("Z", [0x45]), HostileServerTests.message("A", [0, 0, 0, 1, 65, 0, 0]),
    HostileServerTests.message("N", Array("SWARNING\0\0".utf8)), HostileServerTests.message("S", Array("a\0b\0".utf8)),
    HostileServerTests.message("E", Array("SERROR\0C42601\0Mno\0\0".utf8)),
    HostileServerTests.message("E", Array("SFATAL\0C57P01\0Mgone\0\0".utf8)), HostileServerTests.message("E", [0]),
    HostileServerTests.message("C", Array("SELECT 99999999999999999999\0".utf8)),
    HostileServerTests.message("D", [0, 1, 0xFF, 0xFF, 0xFF, 0xFE]), HostileServerTests.message("T", [0xFF, 0xFF]),
    HostileServerTests.message("t", [0xFF, 0xFF]), HostileServerTests.message("R", [0, 0, 0, 10, 0, 0]),
  ]
  return all.randomElement(using: &random) ?? []
}
