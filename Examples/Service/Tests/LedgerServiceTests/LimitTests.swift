import Foundation
import ORDA
import ORDAMariaDB
import ORDASQLite
import Testing

@testable import LedgerService

@Suite("Limits and health") struct LimitTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try SQLite.register()
    try MariaDB.register()
  }

  private let transfer = #"{"id":"0D7A3F0E-7C1B-4C39-9A54-2F6C1B1D0001","source":1,"target":2,"cents":60}"#

  /// Makes two accounts, and keeps the first one's row locked by a transaction of another program.
  private func lock(_ url: String, _ client: Client) async throws -> (any Governor, AsyncTransaction) {
    for name in ["Ann", "Bob"] {
      #expect(try await client.post("/accounts", #"{"name":"\#(name)","cents":100}"#).status == 201)
    }
    let db = try await ORDA.open(url)
    let transaction = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await transaction.execute("UPDATE account SET name = 'Anna' WHERE id = 1")
    return (db, transaction)
  }

  @Test("A request that waits for a lock is answered 504, and nothing of it is done", arguments: Database.allCases)
  func deadline(_ database: Database) async throws {
    let url = try database.url(in: folder)
    let (service, client) = try await ServiceProcess.serving(url, environment: ["REQUEST_SECONDS": "1"])
    let (db, transaction) = try await lock(url, client)
    let late = try await client.post("/transfers", transfer)
    #expect(late.status == 504)
    #expect(late.code == "tooSlow")
    #expect(try await client.get("/accounts/2").decoded(as: Account.self).cents == 100)
    await transaction.rollback()
    #expect(try await client.post("/transfers", transfer).status == 201)
    #expect(try await client.get("/accounts/2").decoded(as: Account.self).cents == 160)
    try await db.close()
    #expect(service.isRunning)
  }

  @Test("What is accepted before the end is answered, and nothing after it", arguments: Database.allCases)
  func shutdown(_ database: Database) async throws {
    let url = try database.url(in: folder)
    let (service, client) = try await ServiceProcess.serving(
      url, environment: ["REQUEST_SECONDS": "600", "GRACE_SECONDS": "300"])
    let (db, transaction) = try await lock(url, client)
    let answer = Task { try await client.post("/transfers", transfer) }
    #expect(try await eventually { try await client.get("/health").decoded(as: Health.self).active == 1 })
    service.terminate()
    let other = Client(address: client.address)
    #expect(await eventually { (try? await other.get("/health")) == nil })
    #expect(service.isRunning)
    await transaction.rollback()
    #expect(try await answer.value.status == 201)
    #expect(try await service.status() == 0)
    #expect(try await db.first(Int.self, "SELECT cents FROM account WHERE id = 2") == 160)
    try await db.close()
  }

  @Test("The health is the governor's numbers, and asks no database", arguments: Database.allCases)
  func health(_ database: Database) async throws {
    let (service, client) = try await ServiceProcess.serving(
      database.url(in: folder), environment: ["REQUEST_SECONDS": "5"])
    let before = try await client.get("/health").decoded(as: Health.self)
    for _ in 0..<5 { #expect(try await client.get("/accounts").status == 200) }
    #expect(try await client.get("/health/ready").status == 200)
    let after = try await client.get("/health").decoded(as: Health.self)
    #expect(after.statements >= before.statements + 5)
    #expect(after.waitingFor.count >= before.waitingFor.count + 6)
    #expect(after.active == 0 && after.waiting == 0 && after.idle >= 1)
    #expect(after.maximum >= 5)
    #expect(after.timeouts == 0 && after.retries == 0)
    #expect(service.isRunning)
  }
}
