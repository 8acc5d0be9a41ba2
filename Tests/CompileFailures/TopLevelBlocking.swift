// accept
// top-level code
import ORDA

func database() -> any Governor { fatalError() }
let db = database()
try db.blocking.execute("DELETE FROM genre")
try db.blocking.transaction { tx in try tx.execute("DELETE FROM genre") }
for (id, name) in try db.blocking.query((Int, String).self, "SELECT id, name FROM genre") { print(id, name) }
try db.blocking.ping()
await Task.yield()
try await Program.run(db)

enum Program {
  static func run(_ db: any Governor) async throws {
    try await db.execute("DELETE FROM genre")
    try await db.transaction { tx in try tx.execute("DELETE FROM genre") }
  }
}
