import Foundation
import ORDA
import ORDAMariaDB
import Testing

@testable import LedgerService

@Suite("A database that goes") struct KilledServerTests {
  init() throws { try MariaDB.register() }

  @Test(
    "It is killed under load: every answer is a documented one, nothing that was acknowledged is lost, and the service goes on"
  )
  func killed() async throws {
    let server = try MariaDBServer()
    let url = try server.newDatabase()
    let (service, client) = try await ServiceProcess.serving(url)
    for number in 1...4 {
      #expect(try await client.post("/accounts", #"{"name":"\#(number)","cents":1000000}"#).status == 201)
    }

    let load = Load(client: client)
    async let working: Void = load.work(tasks: 8)
    #expect(await eventually { await load.made.count >= 100 })
    try server.kill()
    #expect(await eventually { await load.count(503) >= 100 })
    #expect(try await client.get("/health/ready").status == 503)
    #expect(try await client.get("/health").status == 200)
    try server.restart()
    let made = await load.made.count
    #expect(await eventually { await load.made.count >= made + 100 })
    await load.stop()
    try await working

    for (request, statuses) in await load.statuses {
      #expect(Set(statuses.keys).isSubset(of: Load.documented[request] ?? []), "\(request): \(statuses)")
    }
    #expect(await load.withoutRetryAfter == 0)
    #expect(try await client.get("/health/ready").status == 200)

    // Whoever was told that nobody knows asks again, and it is done once.
    for transfer in await load.doubtful {
      let answer = try await client.post("/transfers", transfer)
      #expect([200, 201].contains(answer.status), "\(answer.text)")
    }
    let db = try await ORDA.open(url)
    let stored = Set(try await db.query(UUID.self, "SELECT id FROM transfer"))
    #expect(await load.made.isSubset(of: stored))
    let names = Set(try await db.query(String.self, "SELECT name FROM account"))
    #expect(await load.named.isSubset(of: names))
    let balances = try await db.query(
      (Int64, Int64).self,
      """
      SELECT cents, 1000000 + (SELECT COALESCE(SUM(cents), 0) FROM transfer WHERE target = account.id)
        - (SELECT COALESCE(SUM(cents), 0) FROM transfer WHERE source = account.id) FROM account WHERE id <= 4
      """)
    #expect(balances.count == 4)
    for (cents, moved) in balances { #expect(cents == moved) }
    #expect(balances.map(\.0).reduce(0, +) == 4_000_000)
    try await db.close()
    #expect(service.isRunning)
  }

  @Test("It is silent: requests end at their limit, and the service goes on when it answers again")
  func frozen() async throws {
    let server = try MariaDBServer()
    let (service, client) = try await ServiceProcess.serving(
      server.newDatabase(), environment: ["REQUEST_SECONDS": "1"])
    #expect(try await client.post("/accounts", #"{"name":"Ann","cents":1}"#).status == 201)
    try server.freeze()
    let read = try await client.get("/accounts/1")
    let written = try await client.post("/accounts", #"{"name":"Bob","cents":1}"#)
    let ready = try await client.get("/health/ready")
    try server.thaw()
    #expect(read.status == 504)
    // It may have arrived before the server was stopped; a new connection was not made.
    #expect([502, 504].contains(written.status))
    #expect(ready.status == 503)
    #expect(try await eventually { try await client.get("/health/ready").status == 200 })
    #expect(try await client.get("/accounts/1").status == 200)
    #expect(service.isRunning)
  }
}
