// accept
// The same calls as they are meant: that this file compiles shows that the others are refused for the reason they name.
import ORDA

func find(_ db: any Governor, _ name: String) throws {
  _ = try db.query("SELECT * FROM genre WHERE name = \(name)")
  _ = try db.query(SQL(text: "SELECT * FROM genre"))
  try db.forEach("SELECT 1") { row in print(row.count) }
  try db.transaction { tx in _ = try tx.execute("UPDATE genre SET name = 'Jazz'") }
}

func rename(_ db: any Governor) async throws {
  try await db.execute("UPDATE genre SET name = 'Jazz'")
  try await db.transaction { tx in
    await Task.yield()
    _ = try await tx.execute("UPDATE genre SET name = 'Jazz'")
  }
}
