import Foundation
import Testing

@testable import LedgerService

@Suite("Transfers") struct TransferTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let id = "0D7A3F0E-7C1B-4C39-9A54-2F6C1B1D0001"

  private func balances(_ client: Client) async throws -> [Int64] {
    try await client.get("/accounts").decoded(as: Page.self).accounts.map(\.cents)
  }

  @Test("A transfer is made once, however often it is asked for", arguments: Database.allCases)
  func once(_ database: Database) async throws {
    let (service, client) = try await ServiceProcess.serving(database.url(in: folder))
    for name in ["Ann", "Bob"] {
      #expect(try await client.post("/accounts", #"{"name":"\#(name)","cents":100}"#).status == 201)
    }
    let transfer = #"{"id":"\#(id)","source":1,"target":2,"cents":60}"#
    let made = try await client.post("/transfers", transfer)
    #expect(made.status == 201)
    #expect(made.headers["location"] == "/transfers/\(id)")
    // The account has too little for another; but this one is done.
    #expect(try await client.post("/transfers", transfer).status == 200)
    #expect(try await balances(client) == [40, 160])
    #expect(try await client.get("/transfers/\(id)").decoded(as: Transfer.self).cents == 60)
    #expect(try await client.get("/accounts/1").headers["etag"] == "\"2\"")

    let other = try await client.post("/transfers", #"{"id":"\#(id)","source":1,"target":2,"cents":1}"#)
    #expect(other.status == 409)
    #expect(other.code == "idTaken")
    let tooMuch = try await client.post("/transfers", #"{"id":"\#(UUID())","source":1,"target":2,"cents":60}"#)
    #expect(tooMuch.status == 409)
    #expect(tooMuch.code == "balanceOutOfRange")
    let unknown = try await client.post("/transfers", #"{"id":"\#(UUID())","source":1,"target":3,"cents":1}"#)
    #expect(unknown.status == 404)
    #expect(unknown.code == "noAccount")
    #expect(try await balances(client) == [40, 160])
    #expect(service.isRunning)
  }

  @Test("Of the same transfer asked for many times at once, one is made", arguments: Database.allCases)
  func together(_ database: Database) async throws {
    let (service, client) = try await ServiceProcess.serving(
      database.url(in: folder), environment: ["REQUEST_SECONDS": "60"])
    for name in ["Ann", "Bob"] {
      #expect(try await client.post("/accounts", #"{"name":"\#(name)","cents":100}"#).status == 201)
    }
    let transfer = #"{"id":"\#(id)","source":1,"target":2,"cents":60}"#
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await client.post("/transfers", transfer).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200, 200, 200, 200, 200, 200, 200, 201])
    #expect(try await balances(client) == [40, 160])
    #expect(service.isRunning)
  }
}
