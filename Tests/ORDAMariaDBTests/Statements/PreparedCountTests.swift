import ORDA
import Testing

@Suite("How many statements the server holds") struct PreparedCountTests {
  /// On a server of its own: the server counts those of all its clients together.
  @Test("is bounded by the cache of each connection, however many texts there are")
  func bounded() throws {
    let server = try ThrowawayServer()
    let watcher = try server.open()
    func prepared() throws -> Int {
      let sql: SQL = """
        SELECT cast(variable_value AS INT) FROM information_schema.global_status WHERE variable_name = 'PREPARED_STMT_COUNT'
        """
      return try watcher.first(Int.self, sql) ?? -1
    }
    let before = try prepared()
    let db = try server.open("root", "?tls=disable&statement-cache=16&pool.max=2")
    var most = 0
    for number in 0..<20_000 {
      #expect(try db.first(Int.self, SQL(text: "SELECT \(number) + ?"), 1) == number + 1)
      if number % 500 == 499 { most = max(most, try prepared() - before) }
    }
    // The one in use may come on top of those that are kept.
    #expect((1...2 * 17).contains(most), "\(most)")
    try db.close()
    // The server lets go of them when it notices that the connections have ended.
    #expect(try eventually { try prepared() == before })
  }
}
