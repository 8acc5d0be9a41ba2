// expect: risks causing data races
import ORDA

func rename(_ db: any Governor) throws {
  try db.transaction { tx in
    Task { try tx.execute("UPDATE genre SET name = 'Jazz'") }
  }
}
