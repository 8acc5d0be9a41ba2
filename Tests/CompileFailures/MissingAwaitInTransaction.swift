// expect: expression is 'async' but is not marked with 'await'
import ORDA

func rename(_ db: any Governor) async throws {
  try await db.transaction { tx in
    await Task.yield()
    try tx.execute("UPDATE genre SET name = 'Jazz'")
  }
}
