import Foundation
import ODB
import MariaDBTestServer
import ORDA
import Testing

@Suite("Trouble with the database")
struct TroubleTests {
  /// Ends all other connections to a test's database.
  private func cut(_ db: any Governor) throws {
    let all = try db.query(
      Int.self, "SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()")
    for id in all {
      do { try db.execute("KILL CONNECTION \(raw: String(id))") } catch .noSuchRow {}
    }
    // A connection that is killed is there until it has ended.
    _ = try eventually {
      let left = try db.query(Int.self, "SELECT id FROM information_schema.processlist WHERE db = database()")
      return Set(left).isDisjoint(with: Set(all))
    }
  }

  @Test("A server that is gone in a perform undoes it, and the next one finds the server that is back")
  func goneInside() throws {
    let home = try Place.mariadb.made()
    let odb = try home.odb()
    let killer = try TestKiller(home)
    odb.perform {
      _ = odb.path(["a", "b"]).ensureTable()
      odb.path(["a", "x"]).setValue(1)
    }
    var runs = 0
    #expect(throws: ODBError.self) {
      try odb.performThrowing {
        runs += 1
        odb.path(["a", "x"]).setValue(2)
        _ = odb.path(["a", "b"]).delete()
        try cut(killer.db)
        #expect(!odb.path(["a", "b", "c"]).setValue(1))
        odb.path(["a", "y"]).setValue(3)
      }
    }
    #expect(runs == 1)
    let kind = try #require(odb.error?.kind)
    #expect(
      [.connectionLost, .transactionEnded].contains { (one: DatabaseError.Kind) in one.matches(kind) }, "\(kind)")
    odb.perform {
      #expect(odb.path(["a", "x"]).value == 1)
      #expect(odb.path(["a", "b"]).table != nil)
      #expect(odb.path(["a", "y"]).value == nil)
      #expect(odb.path(["a", "x"]).setValue(4))
    }
    #expect(odb.error == nil)
    #expect(try killer.db.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'x'") == 4)
  }

  @Test("A connection that is gone between performs is not noticed")
  func goneBetween() throws {
    let home = try Place.mariadb.made()
    let odb = try home.odb()
    let killer = try TestKiller(home)
    for number in 0..<3 {
      odb.perform { #expect((odb.root + "x").setValue(number)) }
      #expect(odb.error == nil)
      try cut(killer.db)
    }
    #expect(odb.perform(.fresh) { (odb.root + "x").value } == 2)
  }

  @Test("A COMMIT that fails undoes the cache too", arguments: Place.allCases)
  func failingCommit(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let db = try #require(odb.governor)
    odb.perform { _ = (odb.root + "x").setValue(1) }
    let killer = try TestKiller(home)
    if place == .sqlite {
      try killer.db.execute(
        "CREATE TABLE watcher (parent INTEGER REFERENCES odb_nodes (id) DEFERRABLE INITIALLY DEFERRED)")
    }
    let fail = {
      if place == .sqlite { try db.execute("INSERT INTO watcher VALUES (77777)") } else { try cut(killer.db) }
    }
    #expect(throws: ODBError.self) {
      try odb.performThrowing {
        // So that there is a transaction, and all is sent.
        (odb.root + "t").createTable()
        (odb.root + "x").setValue(2)
        (odb.root + "t").delete()
        (odb.root + "y").setValue(3)
        #expect((odb.root + "x").value == 2)
        try fail()
      }
    }
    #expect(odb.error != nil)
    odb.perform {
      #expect((odb.root + "x").value == 1)
      #expect((odb.root + "y").value == nil)
      #expect((odb.root + "y").setValue(4))
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 3)
  }

  @Test("All who wait for one opening get what that got")
  func silentServer() throws {
    _ = try Place.mariadb.made()
    let server = try SilentServer()
    let url = "mariadb://root@127.0.0.1:\(server.port)/x?connect-timeout=3s&tls=disable"
    let begun = Shared(0)
    Threads.run(8) { _ in
      begun.with { $0 += 1 }
      begun.wait { $0 == 8 }
      #expect(throws: ODBError.self) { try ODB(url: url) }
    }
    #expect(server.takeConnections() < 8)
  }
}

/// A governor of the test's own that ends others' connections.
private final class TestKiller {
  let db: any Governor

  init(_ home: Home) throws {
    db = try home.governor()
    _ = try db.first(Int.self, "SELECT 1")
  }

  deinit { try? db.close(within: .zero) }
}
