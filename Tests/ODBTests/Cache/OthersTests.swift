import Foundation
import ODB
import ORDA
import Testing

@Suite("What others write")
struct OthersTests {
  private let x = ["t", "x"]

  private func made(_ home: Home) throws -> ODB {
    let odb = try home.odb()
    odb.perform {
      _ = (odb.root + "t").ensureTable()
      odb.path(x).setValue(1)
      #expect(odb.path(["t", "y"]).value == nil)
    }
    return odb
  }

  @Test("SQL on the same governor is seen at once", arguments: Place.allCases)
  func sameGovernor(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let db = try #require(odb.governor)
    let path = odb.path(x)
    for number in 2..<20 {
      try db.execute("UPDATE odb_nodes SET int_value = ? WHERE name = 'x'", number)
      #expect(odb.perform { path.value?.int } == number)
    }
    try db.execute(
      """
      INSERT INTO odb_nodes (parent, name, name_key, kind, int_value, size)
      SELECT parent, 'y', ?, 16, 7, 0 FROM odb_nodes WHERE name = 'x'
      """, [UInt8]("y".utf8))
    #expect(odb.perform { odb.path(["t", "y"]).value } == 7)
    odb.perform { #expect(odb.path(["t", "z"]).setValue(8)) }
    #expect(odb.error == nil)
    try db.execute("DELETE FROM odb_nodes WHERE name IN ('x', 'y')")
    odb.perform {
      #expect(path.value == nil)
      #expect((odb.root + "t").table?.children.keys.sorted() == ["z"])
    }
    try db.execute("UPDATE odb_nodes SET name = 'w', name_key = ? WHERE name = 'z'", [UInt8]("w".utf8))
    odb.perform {
      #expect(odb.path(["t", "z"]).value == nil)
      #expect(odb.path(["t", "w"]).value == 8)
    }
    odb.perform { #expect(odb.path(["t", "w"]).setValue(9)) }
    #expect(odb.error == nil)
    #expect(try db.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'w'") == 9)
  }

  @Test("SQL and another ODB, one after the other, are both seen", arguments: Place.allCases, [false, true])
  func mixed(_ place: Place, _ isSQLFirst: Bool) throws {
    let home = try place.made()
    let odb = try made(home)
    let stranger = try home.stranger()
    let db = try #require(odb.governor)
    odb.perform { _ = odb.path(["t", "y"]).setValue(1) }
    for number in 2..<10 {
      let statement = { _ = try db.execute("UPDATE odb_nodes SET int_value = ? WHERE name = 'x'", number) }
      if isSQLFirst { try statement() }
      stranger.perform { _ = stranger.path(["t", "y"]).setValue(number) }
      if !isSQLFirst { try statement() }
      let seen = odb.perform(.fresh) { [odb.path(x).value?.int, odb.path(["t", "y"]).value?.int] }
      #expect(seen == [number, number])
      odb.perform { _ = odb.path(["t", "z"]).setValue(number) }
      #expect(odb.perform { odb.path(x).value?.int } == number)
    }
    #expect(odb.error == nil && stranger.error == nil)
    try stranger.governor?.close(within: .zero)
  }

  @Test("A row that somebody deleted in the midst of a perform is not written in vain", arguments: Place.allCases)
  func deletedMeanwhile(_ place: Place) async throws {
    let home = try place.made()
    let odb = try made(home)
    let other = try home.governor()
    let path = odb.path(x)
    let runs = Shared(0)
    let isSet = try await Threads.offload {
      odb.perform {
        #expect(path.value != nil || runs.current > 0)
        if runs.with({
          $0 += 1; return $0
        }) == 1 {
          #expect(throws: Never.self) { try other.execute("DELETE FROM odb_nodes WHERE name = 'x'") }
        }
        return path.setValue(5)
      }
    }
    #expect(isSet)
    #expect(runs.current == 2)
    #expect(odb.error == nil)
    #expect(try await other.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'x'") == 5)
  }

  @Test("SQL in a transaction is seen when that is committed, and only then", arguments: Place.allCases)
  func transactions(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let db = try #require(odb.governor)
    try db.transaction { tx in
      try tx.execute("UPDATE odb_nodes SET int_value = 2 WHERE name = 'x'")
      #expect(odb.perform { odb.path(x).value } == 2)
    }
    #expect(odb.perform { odb.path(x).value } == 2)
    #expect(throws: Undone.self) {
      try db.transaction { tx in
        try tx.execute("UPDATE odb_nodes SET int_value = 3 WHERE name = 'x'")
        #expect(odb.perform { odb.path(x).value } == 3)
        throw Undone()
      }
    }
    #expect(odb.perform { odb.path(x).value } == 2)
  }

  @Test("Another ODB of the same database is seen, by a fresh perform for sure", arguments: Place.allCases)
  func stranger(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let stranger = try home.stranger()
    let (mine, theirs) = (odb.path(x), stranger.path(x))
    for number in 2..<20 {
      #expect(stranger.perform(.fresh) { theirs.value?.int } == number - 1)
      stranger.perform { _ = theirs.setValue(number) }
      #expect(odb.perform(.fresh) { mine.value?.int } == number)
    }
    stranger.perform {
      theirs.delete()
      stranger.path(["t", "y", "z"]).ensureTable()
    }
    #expect(eventually { odb.perform { mine.value == nil } })
    odb.perform { #expect(odb.path(["t", "y", "z"]).table != nil) }
    odb.perform { (odb.root + "t").delete() }
    #expect(eventually { stranger.perform { (stranger.root + "t").object == nil } })
    #expect(odb.error == nil && stranger.error == nil)
    #expect(odb.rowCount == 1)
    try stranger.governor?.close(within: .zero)
  }

  @Test("One state is read, whoever writes meanwhile, and nobody waits", arguments: Place.allCases)
  func reading(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let stranger = try home.stranger()
    odb.read {
      #expect(odb.path(x).value == 1)
      #expect(!odb.path(x).setValue(7))
    }
    #expect(odb.error?.kind == .readOnly)
    odb.read {
      #expect(odb.path(x).value == 1)
      stranger.perform { _ = stranger.path(x).setValue(2) }
      #expect(stranger.error == nil)
      #expect(odb.path(["t", "X"]).value == 1)
      #expect((odb.root + "t").table?.children.count == 1)
      Threads.run(1) { _ in odb.perform(.fresh) { #expect(odb.path(["t", "x"]).value == 2) } }
      #expect(odb.path(["T", "X"]).value == 1)
    }
    #expect(odb.error == nil)
    odb.read { #expect(odb.path(x).value == 2) }
    #expect(odb.perform(.fresh) { odb.read { odb.path(x).value } } == 2)
    try stranger.governor?.close(within: .zero)
  }

  @Test("Whose changes are heard of is told", arguments: Place.allCases)
  func coverage(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    #expect(odb.changeCoverage.reach == .everyone)
    odb.close()
    #expect(odb.changeCoverage.reach == .none)
  }
}
