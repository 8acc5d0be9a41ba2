// expect: expression is 'async' but is not marked with 'await'
import ORDA

func rename(_ db: any Governor) async throws {
  try db.execute("UPDATE genre SET name = 'Jazz'")
}
