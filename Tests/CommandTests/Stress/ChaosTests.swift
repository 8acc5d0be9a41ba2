import MariaDBTestServer
import ORDA
import TestSupport
import Testing

/// `Scripts/stress.sh pool` is the same for longer, and there no call may come back late, nor the process grow.
@Suite("A pool under stress", .ownThread) struct ChaosTests {
  @Test("The ledger stays exact, the pool whole, and nothing is left of it: a SQLite file")
  func file() async throws { try await check("sqlite:stress.db?busy-timeout=60s") }

  @Test("The same on a MariaDB server of its own, which is stopped and goes on, and loses connections")
  func server() async throws {
    let server = try await Threads.offload {
      let server = try ThrowawayServer()
      try server.open().execute("CREATE DATABASE stress")
      return server
    }
    try await check("mariadb://root@127.0.0.1:\(server.port)/stress?tls=disable")
  }

  private func check(_ url: String) async throws {
    let run = try await BuiltProgram(name: "StressPrograms").run(
      ["live", url, "2", "--pool", "--untimed"], in: try TemporaryFolder())
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("all is as it should be\n"))
  }
}
