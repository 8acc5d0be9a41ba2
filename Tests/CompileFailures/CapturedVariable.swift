// expect: captured var 'count' in concurrently-executing code
import ORDA

func count(_ db: any Governor) async throws -> Int {
  var count = 0
  try await db.withConnection { connection in
    try connection.execute("UPDATE a")
    count += 1
  }
  return count
}
