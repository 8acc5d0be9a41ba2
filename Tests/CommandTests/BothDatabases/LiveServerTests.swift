import Foundation
import MariaDBTestServer
import ORDA
import TestSupport
import Testing

@testable import Command

/// `orda live` on a server that goes and comes back.
@Suite("orda live without its server", .ownThread) struct LiveServerTests {
  private static func control(_ arguments: String) throws {
    let script = Repository.folder.appendingPathComponent("Scripts/mariadb.sh").path
    guard TestSupport.ShellCommand.status(of: "/bin/bash '\(script)' \(arguments) 2>/dev/null") == 0 else {
      throw TestServer.Missing(reason: "Scripts/mariadb.sh \(arguments) failed")
    }
  }

  @Test("It says that the server is gone, and goes on when it is back")
  func gone() async throws {
    let folder = try TemporaryFolder()
    try Self.control("start '\(folder.path)' >'\(folder.file("url"))'")
    defer { try? Self.control("crash '\(folder.path)'") }
    let server = try folder.text("url").split(separator: "\n").first.map(String.init) ?? ""
    let port = server.split(separator: ":").last ?? ""
    let made = try await orda(
      "shell", "\(server)/?tls=disable",
      input: "CREATE DATABASE m; CREATE TABLE m.t (id INT PRIMARY KEY, a INT); INSERT INTO m.t VALUES (1, 7)",
      in: folder)
    #expect(made.status == 0, "\(made.error)")
    let url = "\(server)/m?tls=disable"
    let program = try RunningProgram(["live", url, "t", "--count", "2"], in: folder)
    try await program.wait(for: "│ 7 │")
    // Not killed: the server does not wait for the disk, so that the row might be gone with it.
    try Self.control("stop '\(folder.path)'")
    try await program.wait(for: "orda: the database can't be reached", on: .error)
    try Self.control("start '\(folder.path)' \(port)")
    try await program.wait(for: "orda: the database is there again", on: .error)
    #expect(try await orda("query", url, "UPDATE t SET a = 8", in: folder).status == 0)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("│ 8 │"))
  }
}
