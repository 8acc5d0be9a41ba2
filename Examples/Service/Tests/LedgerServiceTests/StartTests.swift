import Foundation
import Testing

@Suite("The start") struct StartTests {
  @Test("A service that starts before its database waits for it")
  func waits() async throws {
    let server = try MariaDBServer()
    let url = try server.newDatabase()
    try server.kill()
    let service = try ServiceProcess([], environment: ["DATABASE_URL": url, "START_SECONDS": "600"])
    try server.restart()
    let client = try await service.client()
    #expect(try await client.get("/accounts").status == 200)
  }

  @Test("A database that does not come is told of, and is the end")
  func givesUp() async throws {
    let server = try MariaDBServer()
    let url = try server.newDatabase()
    try server.kill()
    let service = try ServiceProcess([url], environment: ["START_SECONDS": "1"])
    #expect(try await service.status() == 1)
    #expect(service.error.contains("cannotOpen.unreachable"))
    #expect(service.output == "")
  }

  @Test("Several may start at once on a new database, and again on the one that is there", arguments: Database.allCases)
  func together(_ database: Database) async throws {
    let folder = try TemporaryFolder()
    let url = try database.url(in: folder)
    let services = try (0..<3).map { _ in try ServiceProcess([url]) }
    for (number, service) in services.enumerated() {
      let client = try await service.client()
      #expect(try await client.post("/accounts", #"{"name":"\#(number)","cents":1}"#).status == 201)
      service.terminate()
    }
    for service in services { #expect(try await service.status() == 0) }
    let (last, client) = try await ServiceProcess.serving(url)
    #expect(try await client.get("/accounts/3").status == 200)
    #expect(last.isRunning)
  }

  @Test(
    "What it is told wrongly is said",
    arguments: [
      ([], [:], 64, "which database"),
      (["sqlite::memory:", "x"], [:], 64, "one URL"),
      (["sqlite::memory:"], ["PORT": "many"], 64, "PORT is a number from 0 to 65535"),
      (["sqlite::memory:"], ["REQUEST_SECONDS": "0"], 64, "REQUEST_SECONDS is"),
      (["sqlight::memory:"], [:], 1, "sqlite"),
      (["sqlite::memory:?pool.maxx=1"], [:], 1, "pool.max"),
    ] as [([String], [String: String], Int32, String)])
  func mistakes(_ arguments: [String], _ environment: [String: String], _ status: Int32, _ words: String) async throws {
    let service = try ServiceProcess(arguments, environment: environment)
    #expect(try await service.status() == status)
    #expect(service.error.contains(words), "\(service.error)")
  }
}
