import Foundation
import ORDA
import Testing

@Suite("A server that asks for this machine's files", .timeLimit(.minutes(10)))
struct LocalFileTests {
  /// What must not leave this machine: the beginning of /etc/passwd.
  let secret = "root:x:0:0"

  @Test("gets none, whatever it is that it should have answered", arguments: ["prepare", "execute", "query", "ping"])
  func asked(at stage: String) throws {
    let server = try HostileServer { request, _ in
      // The client answers with a file, or with an empty packet for none.
      let demand: [HostileServer.Step] = [
        .packet(Packet.localFile("/etc/passwd")), .receive, .packet(Packet.error(1148, "the client sent nothing")),
      ]
      return switch (request, stage) {
      case (.prepare, "prepare"), (.execute, "execute"): demand
      case (.query(let text), "query") where !text.hasPrefix("SE"): demand
      case (.other(0x0E), "ping"): demand
      default: nil
      }
    }
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      switch stage {
      case "ping": try db.ping()
      case "query": try db.transaction { _ in }
      default: _ = try Encounter.readAll(db)
      }
    }
    // To a ping any answer is as good as another.
    if stage != "ping" { #expect(error != nil) }
    #expect(!server.received(secret))
  }

  @Test("gets none while a client connects")
  func askedAtLogin() throws {
    let demand: [HostileServer.Step] = [
      .packet(Packet.localFile("/etc/passwd")), .receive, .packet(Packet.ok()),
    ]
    let atLogin = try HostileServer { request, _ in if case .login = request { demand } else { nil } }
    #expect(Encounter.error(of: atLogin) != nil)
    #expect(!atLogin.received(secret))
    let atSetUp = try HostileServer { request, _ in
      if case .query(let text) = request, text.hasPrefix("SE") { demand } else { nil }
    }
    #expect(Encounter.error(of: atSetUp) != nil)
    #expect(!atSetUp.received(secret))
  }

  @Test("does so in vain even where the program asked for a file to be loaded")
  func askedForAnotherFile() throws {
    let server = try HostileServer { request, _ in
      switch request {
      case .prepare(let text) where text.hasPrefix("LOAD"): [.packet(Packet.error(1295, state: "HY000", "not here"))]
      case .query(let text) where text.hasPrefix("LOAD"), .execute(let text) where text.hasPrefix("LOAD"):
        [.packet(Packet.localFile("/etc/passwd")), .receive, .packet(Packet.error(1148, "the client sent nothing"))]
      default: nil
      }
    }
    let error = Encounter.error {
      let db = try Encounter.open(server)
      defer { try? db.close(within: .zero) }
      try db.execute("LOAD DATA LOCAL INFILE 'tracks.csv' INTO TABLE track")
    }
    #expect(error != nil)
    #expect(!server.received(secret))
  }

  @Test("leaves a connection that works, or is replaced")
  func usableAfterwards() throws {
    let server = try HostileServer { request, _ in
      guard case .execute(let text) = request, text.contains("theirs") else { return nil }
      return [
        .packet(Packet.localFile("/etc/passwd")), .receive, .packet(Packet.error(1148, "the client sent nothing")),
      ]
    }
    let db = try Encounter.open(server)
    defer { try? db.close(within: .zero) }
    #expect(Encounter.error { try db.execute("UPDATE theirs SET n = 1") } != nil)
    #expect(try Encounter.readAll(db) == [.int(1)])
    #expect(!server.received(secret))
  }
}
