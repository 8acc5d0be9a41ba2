import Foundation
import Testing

@testable import LedgerService

@Suite("Accounts") struct AccountTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("An account is made once, read, and renamed by who has seen its version", arguments: Database.allCases)
  func life(_ database: Database) async throws {
    let (service, client) = try await ServiceProcess.serving(database.url(in: folder))
    let made = try await client.post("/accounts", #"{"name":"Ann","cents":100}"#)
    #expect(made.status == 201)
    #expect(made.headers["location"] == "/accounts/1")
    #expect(made.headers["etag"] == "\"1\"")
    #expect(try made.decoded(as: Account.self) == Account(id: 1, name: "Ann", cents: 100, version: 1))

    let again = try await client.post("/accounts", #"{"name":"Ann","cents":5}"#)
    #expect(again.status == 409)
    #expect(again.code == "nameTaken")
    #expect(try await client.post("/accounts", #"{"name":"ann","cents":5}"#).status == 201)

    let read = try await client.get("/accounts/1")
    #expect(read.status == 200)
    #expect(read.headers["etag"] == "\"1\"")

    let renamed = try await client.send(
      "PUT", "/accounts/1", #"{"name":"Anna"}"#, headers: ["If-Match": "\"1\""])
    #expect(renamed.status == 200)
    #expect(renamed.headers["etag"] == "\"2\"")
    #expect(try renamed.decoded(as: Account.self) == Account(id: 1, name: "Anna", cents: 100, version: 2))
    let late = try await client.send("PUT", "/accounts/1", #"{"name":"Annie"}"#, headers: ["If-Match": "\"1\""])
    #expect(late.status == 412)
    #expect(late.code == "changedMeanwhile")
    #expect(late.headers["etag"] == "\"2\"")
    let same = try await client.send("PUT", "/accounts/1", #"{"name":"ann"}"#, headers: ["If-Match": "\"2\""])
    #expect(same.status == 409)
    #expect(try await client.send("PUT", "/accounts/1", #"{"name":"A"}"#).status == 428)
    #expect(try await client.get("/accounts/1").decoded(as: Account.self).name == "Anna")
    #expect(service.isRunning)
  }

  @Test("Pages are asked for by the last id of the one before", arguments: Database.allCases)
  func pages(_ database: Database) async throws {
    let (service, client) = try await ServiceProcess.serving(database.url(in: folder))
    #expect(try await client.get("/accounts").decoded(as: Page.self) == Page(accounts: [], next: nil))
    for name in ["a", "b", "c", "d", "e"] {
      #expect(try await client.post("/accounts", #"{"name":"\#(name)","cents":0}"#).status == 201)
    }
    var names: [[String]] = []
    var after: Int64? = 0
    while let last = after {
      let page = try await client.get("/accounts?limit=2&after=\(last)").decoded(as: Page.self)
      names.append(page.accounts.map(\.name))
      after = page.next
    }
    #expect(names == [["a", "b"], ["c", "d"], ["e"]])
    #expect(service.isRunning)
  }
}
