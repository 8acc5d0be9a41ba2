import ORDA
import Testing

@Suite("URLs that are none")
struct BadURLTests {
  @Test(arguments: [
    "", " ", ":", "sqlite", "sqlite:", "sqlite:?", "sqlite:///", "sqlite://host/x.db", "sqlite://user:pw@host/x",
    "sqlite:file:x.db",
    "sqlite::memory", "sqlite://:memory:", "sqlite:%00", "sqlite:a%00b.db", "sqlite:%ZZ", "sqlite:%", "sqlite:%4",
    "sqlite:%FF.db",
    "sqlite:////x", "sqlite+wal:x.db", "sqlite::memory:?=1", "sqlite::memory:?mode", "sqlite::memory:?&", "sqlite:\0x",
    "\0",
    "sqlite::memory:?pragma.cache_size%00x=5", "sqlite::memory:?pragma.cache_size=5%00x", "nosuch:x", "1:2", "sqlité:x",
    "🧡:🧡", "sqlite::memory:?mode=%00",
  ])
  func `A clear error, and the process lives`(url: String) throws {
    do {
      let db = try TestDatabase.open(url)
      // What is opened after all must be of use.
      #expect(url == "sqlite::memory:?&", "\(url) was opened")
      #expect(try db.first(Int.self, "SELECT 1") == 1)
    } catch let error as DatabaseError {
      #expect([.badURL, .missingDriver, .cannotOpen].contains(error.kind), "\(error)")
      #expect(!error.message.isEmpty)
      #expect(!error.message.contains("pw"))
    }
  }

  @Test(arguments: ["sequential", "loadbalance", "replication"])
  func `A file is on one machine, and has no mode`(mode: String) throws {
    for place in ["x.db", ":memory:"] {
      let error = try #require(throws: DatabaseError.self) { try TestDatabase.open("sqlite+\(mode):\(place)") }
      #expect(error.kind == .badURL)
      #expect(error.message.contains("sqlite takes no mode"), "\(error)")
    }
  }

  @Test func `Texts from a seed`() throws {
    _ = try TestDatabase.memory()
    var random = Seeded(7)
    let pieces = [
      "sqlite", ":", "/", "//", "?", "&", "=", "%", "%00", "%2F", "memory", "file", "@", "#", "\0", "🧡", "mode", "ro",
      "+", "..", " ",
    ]
    for _ in 0..<500 {
      let text =
        "sqlite:"
        + (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do {
        _ = try ORDA.explain(text)
      } catch let error as DatabaseError {
        #expect(error.kind == .badURL || error.kind == .missingDriver)
      }
    }
  }
}
