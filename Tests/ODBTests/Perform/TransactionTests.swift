import ODB
import ORDA
import Testing

@Suite("Performs in transactions of the program's")
struct TransactionTests {
  private func made(_ home: Home) throws -> (ODB, any Governor, ODBPath) {
    let odb = try home.odb()
    odb.perform { _ = (odb.root + "n").setValue(1) }
    return (odb, try #require(odb.governor), odb.root + "n")
  }

  @Test("are committed with them", arguments: Place.allCases, [ODBPerformMode.ordinary, .once, .fresh])
  func committed(_ place: Place, _ mode: ODBPerformMode) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    try db.transaction { tx in
      odb.perform(mode) { #expect(path.setValue(2)) }
      #expect(odb.error == nil)
      let stored = try tx.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'n'")
      #expect(stored == 2)
      #expect(odb.perform(mode) { path.value } == 2)
      // Nobody else sees it, nor has to wait.
      Threads.run(1) { _ in #expect(odb.perform { path.value } == 1) }
      ODB.perform { #expect((odb.root + "m").setValue(3)) }
    }
    #expect(odb.perform { path.value } == 2)
    #expect(odb.perform { (odb.root + "m").value } == 3)
    #expect(try db.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'n'") == 2)
  }

  @Test("are undone with them", arguments: Place.allCases)
  func rolledBack(_ place: Place) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    expectUndone {
      try db.transaction { _ in
        odb.perform { #expect(path.setValue(2)) }
        #expect(odb.perform { path.value } == 2)
        throw Undone()
      }
    }
    #expect(odb.perform { path.value } == 1)
    odb.perform { #expect(path.setValue(3)) }
    #expect(odb.error == nil)
  }

  @Test("are undone with the savepoint that they are in", arguments: Place.allCases)
  func savepoint(_ place: Place) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    try db.transaction { tx in
      odb.perform { #expect(path.setValue(2)) }
      expectUndone {
        try tx.transaction { _ in
          odb.perform { #expect(path.setValue(3)) }
          throw Undone()
        }
      }
      #expect(odb.perform { path.value } == 2)
    }
    #expect(odb.perform { path.value } == 2)
  }

  @Test("that throw undo themselves alone", arguments: Place.allCases)
  func throwing(_ place: Place) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    try db.transaction { _ in
      odb.perform { #expect(path.setValue(2)) }
      expectUndone {
        try odb.perform {
          path.setValue(3)
          throw Undone()
        }
      }
      #expect(odb.perform { path.value } == 2)
    }
    #expect(odb.perform { path.value } == 2)
    #expect(odb.rowCount == 2)
  }

  @Test("do not run again where somebody has written meanwhile: the transaction does", arguments: Place.allCases)
  func serialization(_ place: Place) throws {
    let home = try place.made()
    let (odb, _, path) = try made(home)
    let stranger = try home.stranger()
    let db = try #require(odb.governor)
    let tx = try db.begin(.deferred)
    #expect(try tx.first(Int.self, "SELECT int_value FROM odb_nodes WHERE name = 'n'") == 1)
    #expect(odb.perform { path.value } == 1)
    Threads.run(1) { _ in stranger.perform { _ = (stranger.root + "n").setValue(10) } }
    #expect(stranger.error == nil)
    var runs = 0
    #expect(throws: ODBError.self) {
      try odb.performThrowing {
        runs += 1
        path.setValue((path.value?.int ?? 0) + 1)
      }
    }
    #expect(runs == 1)
    let kind = odb.error?.kind
    #expect(
      kind == .serialization || kind.map { DatabaseError.Kind.busy.matches($0) } == true, "\(String(describing: kind))")
    try tx.rollback()
    #expect(odb.perform(.fresh) { path.value } == 10)
    try stranger.governor?.close(within: .zero)
  }

  @Test("are as many as you like", arguments: Place.allCases)
  func many(_ place: Place) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    try db.transaction { _ in
      for _ in 0..<200 { odb.perform { _ = path.setValue((path.value?.int ?? 0) + 1) } }
    }
    #expect(odb.perform { path.value } == 201)
  }

  @Test("What the body runs on the governor is kept, though the ODB writes nothing", arguments: Place.allCases)
  func statements(_ place: Place) throws {
    let home = try place.made()
    let (odb, db, path) = try made(home)
    try db.execute("CREATE TABLE other (a INTEGER)")
    let count = { try db.first(Int.self, "SELECT COUNT(*) FROM other") }
    try db.transaction { _ in
      try odb.performThrowing {
        #expect(path.value == 1)
        try db.execute("INSERT INTO other VALUES (1)")
      }
      try odb.read {
        #expect(path.value == 1)
        try db.execute("INSERT INTO other VALUES (2)")
      }
    }
    #expect(try count() == 2)
    try odb.performThrowing(.once) {
      #expect(path.value == 1)
      try db.execute("INSERT INTO other VALUES (3)")
    }
    #expect(try count() == 3)
    expectUndone {
      try odb.performThrowing(.once) {
        try db.execute("INSERT INTO other VALUES (4)")
        throw Undone()
      }
    }
    #expect(try count() == 3)
    #expect(odb.error == nil)
  }

  @Test("One of two ODBs on one governor is written to in the other one's perform", arguments: Place.allCases)
  func eitherInEither(_ place: Place) throws {
    let home = try place.made()
    let db = try home.governor()
    let (first, second) = (try ODB(governor: db, tables: "first"), try ODB(governor: db, tables: "second"))
    let (x, y) = (first.root + "x", second.root + "y")
    first.perform {
      x.setValue(1)
      second.perform {
        #expect(y.value == nil)
        x.setValue(2)
      }
      #expect(x.value == 2)
      expectUndone {
        try second.perform {
          y.setValue(3)
          x.setValue(3)
          throw Undone()
        }
      }
      #expect(x.value == 2)
      second.perform {
        y.setValue(4)
        expectUndone {
          try first.perform {
            x.setValue(5)
            y.setValue(5)
            throw Undone()
          }
        }
        #expect(x.value == 2)
      }
    }
    #expect(first.error == nil && second.error == nil)
    #expect(first.perform { x.value } == 2)
    #expect(second.perform { y.value } == 4)
    ODB.perform {
      y.setValue(6)
      x.setValue(6)
      expectUndone {
        try ODB.perform {
          y.setValue(7)
          x.setValue(7)
          throw Undone()
        }
      }
      expectUndone {
        try ODB.perform {
          x.setValue(8)
          y.setValue(8)
          throw Undone()
        }
      }
    }
    #expect(first.error == nil && second.error == nil)
    #expect(ODB.perform { [x.value, y.value] } == [6, 6])
    #expect(try db.first(Int.self, "SELECT int_value FROM first_nodes WHERE name = 'x'") == 6)
    #expect(try db.first(Int.self, "SELECT int_value FROM second_nodes WHERE name = 'y'") == 6)
    try db.close(within: .zero)
  }

  @Test("Two ODBs on one governor share its transaction", arguments: Place.allCases)
  func twoOnOne(_ place: Place) throws {
    let home = try place.made()
    let db = try home.governor()
    let (first, second) = (try ODB(governor: db, tables: "first"), try ODB(governor: db, tables: "second"))
    let paths = [first.root + "x", second.root + "x"]
    ODB.perform {
      #expect(paths[0].value == nil)
      #expect(paths[1].setValue(1))
      #expect(paths[0].setValue(2))
      #expect(paths[1].setValue(3))
    }
    #expect(first.error == nil && second.error == nil)
    #expect(ODB.perform { paths.map(\.value) } == [2, 3])
    first.perform {
      #expect(paths[0].value == 2)
      second.perform { #expect(paths[1].setValue(4)) }
      #expect(paths[0].setValue(5))
    }
    #expect(first.error == nil && second.error == nil)
    #expect(ODB.perform { paths.map(\.value) } == [5, 4])
    expectUndone {
      try ODB.perform {
        for path in paths { path.setValue(6) }
        throw Undone()
      }
    }
    #expect(ODB.perform { paths.map(\.value) } == [5, 4])
    #expect(try db.first(Int.self, "SELECT int_value FROM second_nodes WHERE name = 'x'") == 4)
    try db.close(within: .zero)
  }
}
