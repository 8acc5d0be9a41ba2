// What a service keeps of its database, and how it begins, answers and ends.
//
//     swift run ServiceProgram
//
import ORDA
import ORDASQLite

// snippet.store
struct Store {
  let db: any Governor

  init(url: String) async throws {
    db = try await ORDA.open(url)
    try await db.ping()  // a database that can't be reached is told here, and not by the first request
  }

  /// Runs what a request asks for, and gives the status of its answer.
  func status(of request: @Sendable (any Governor) async throws -> Void) async -> Int {
    do {
      try await request(db)
      return 200
    } catch let error as DatabaseError where error.isTransient {
      return 503  // busy, overloaded or gone: later it may succeed
    } catch {
      return 500
    }
  }

  /// What a load balancer asks every few seconds.
  func isHealthy() async -> Bool {
    (try? await db.first(Int.self, "SELECT 1", timeout: .seconds(1))) == 1
  }
}
// snippet.end

@main
struct Program {
  static func main() async throws {
    try SQLite.register()
    let store = try await Store(url: "sqlite::memory:?statement-timeout=2s&pool.acquire-timeout=3s")
    print(await store.status { try await $0.execute("CREATE TABLE visit (page TEXT NOT NULL)") })
    print(await store.status { try await $0.execute("INSERT INTO visit VALUES (?)", "/") })
    print(await store.status { try await $0.execute("INSERT INTO vist VALUES (?)", "/") })
    print(await store.isHealthy())
    try await store.db.close(within: .seconds(10))
    print(await store.isHealthy())
  }
}
