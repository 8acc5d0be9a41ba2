import Foundation
import ODB
import ORDA
import Testing

@Suite("Performs that throw")
struct UndoneTests {
  private func made(_ home: Home) throws -> ODB {
    let odb = try home.odb()
    odb.perform {
      _ = odb.path(["a", "b"]).ensureTable()
      odb.path(["a", "x"]).setValue(1)
    }
    return odb
  }

  /// What the cache says, and what the database says to one that has none.
  private func check(
    _ odb: ODB, _ home: Home, _ tree: [String: Int?], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func read(_ odb: ODB) -> [String: Int?] {
      var found: [String: Int?] = [:]
      func add(_ table: ODBTable?, _ prefix: String) {
        for (key, object) in table?.children ?? [:] {
          found[prefix + key] = (object as? ODBValueObject)?.value?.int
          if object is ODBTable { found[prefix + key] = .some(nil) }
          add(object as? ODBTable, prefix + key + ".")
        }
      }
      odb.perform { add(odb.rootTable, "") }
      return found
    }
    #expect(read(odb) == tree, sourceLocation: sourceLocation)
    #expect(odb.rowCount == tree.count + 1, sourceLocation: sourceLocation)
    let stranger = try home.stranger()
    #expect(read(stranger) == tree, sourceLocation: sourceLocation)
    try stranger.governor?.close(within: .zero)
  }

  @Test("change nothing, in the cache or in the database", arguments: Place.allCases)
  func throwing(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    expectUndone {
      try odb.perform {
        odb.path(["a", "x"]).setValue(2)
        odb.path(["a", "b"]).delete()
        _ = odb.path(["c", "d"]).ensureTable()
        try odb.path(["a", "x"]).move(to: odb.path(["c"]))
        #expect(odb.path(["c", "x"]).value == 2)
        throw Undone()
      }
    }
    #expect(odb.error == nil)
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1])
  }

  @Test("inside another one undo their own part", arguments: Place.allCases, [false, true])
  func nested(_ place: Place, _ isStatic: Bool) throws {
    let home = try place.made()
    let odb = try made(home)
    func inside(_ body: () throws -> Void) throws {
      if isStatic { try ODB.perform { try body() } } else { try odb.perform { try body() } }
    }
    odb.perform {
      odb.path(["a", "x"]).setValue(2)
      expectUndone {
        try inside {
          odb.path(["a", "x"]).setValue(3)
          odb.path(["a", "b"]).delete()
          try inside { _ = odb.path(["inner", "kept"]).ensureTable() }
          throw Undone()
        }
      }
      #expect(odb.path(["a", "x"]).value == 2)
      #expect(odb.path(["a", "b"]).table != nil)
      #expect((odb.root + "inner").object == nil)
      #expect(throws: Never.self) {
        try inside {
          odb.path(["a", "y"]).setValue(4)
          expectUndone {
            try inside {
              odb.path(["a", "y"]).setValue(5)
              throw Undone()
            }
          }
        }
      }
    }
    #expect(odb.error == nil)
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 2, "a.y": 4])
  }

  @Test("inside another one that had not written are all that is undone", arguments: Place.allCases, [false, true])
  func firstToWrite(_ place: Place, _ isStatic: Bool) throws {
    let home = try place.made()
    let odb = try made(home)
    odb.perform {
      #expect(odb.path(["a", "x"]).value == 1)
      expectUndone {
        try odb.perform {
          try odb.perform {
            odb.path(["a", "x"]).setValue(3)
            throw Undone()
          }
        }
      }
      #expect(odb.path(["a", "x"]).value == 1)
      odb.path(["a", "y"]).setValue(2)
    }
    #expect(odb.error == nil)
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1, "a.y": 2])
  }

  @Test("leave tables that were found before as they are", arguments: Place.allCases)
  func references(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    odb.perform {
      let new = odb.path(["new", "inner"]).ensureTable()
      let old = (odb.root + "a").table
      let value = old?["x"] as? ODBValueObject
      new?.set(1, name: "x")
      expectUndone {
        try odb.perform {
          new?.set(2, name: "x")
          old?.set(2, name: "x")
          throw Undone()
        }
      }
      #expect(new?.odbValue("x") == 1)
      #expect(new?.children.count == 1)
      #expect(old?.children.keys.sorted() == ["b", "x"])
      #expect(value?.value == 1)
      #expect(new?.set(3, name: "y") == true)
      #expect(new?.set(4, name: "x") == true)
      #expect(old?.path == odb.root + "a")
      #expect(new?.parentTable == (odb.root + "new").table)
    }
    #expect(odb.error == nil)
    try check(
      odb, home, ["a": nil, "a.b": nil, "a.x": 1, "new": nil, "new.inner": nil, "new.inner.x": 4, "new.inner.y": 3])
  }

  @Test("leave tables as they are for what is Codable too", arguments: Place.allCases)
  func codable(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    try odb.performThrowing {
      let table = (odb.root + "new").ensureTable()
      table?.set(1, name: "x")
      expectUndone {
        try odb.perform {
          table?.set(2, name: "x")
          throw Undone()
        }
      }
      let read = try table?.decode([String: Int].self)
      #expect(read == ["x": 1])
      try table?.set(encoding: ["y": 2], name: "inner")
    }
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1, "new": nil, "new.x": 1, "new.inner": nil, "new.inner.y": 2])
  }

  @Test(
    "A database that is used for the first time in a nested ODB.perform is undone with that", arguments: Place.allCases)
  func joinedInside(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    ODB.perform {
      expectUndone {
        try ODB.perform {
          odb.path(["a", "x"]).setValue(2)
          throw Undone()
        }
      }
      #expect(odb.path(["a", "x"]).value == 1)
      odb.path(["a", "y"]).setValue(2)
    }
    #expect(odb.error == nil)
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1, "a.y": 2])
  }

  @Test("A perform of one ODB is part of an ODB.perform around it", arguments: Place.allCases)
  func instanceInside(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    expectUndone {
      try ODB.perform {
        odb.perform { _ = odb.path(["a", "x"]).setValue(2) }
        throw Undone()
      }
    }
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1])
  }

  @Test("A savepoint of the program's inside one is undone for the cache too", arguments: Place.allCases)
  func savepoints(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let db = try #require(odb.governor)
    odb.perform {
      odb.path(["a", "x"]).setValue(2)
      _ = odb.path(["a", "b"]).delete()
      expectUndone {
        try db.transaction { _ in
          odb.path(["a", "y"]).setValue(3)
          odb.path(["a", "x"]).delete()
          throw Undone()
        }
      }
    }
    #expect(odb.error == nil)
    try check(odb, home, ["a": nil, "a.x": 2])
  }

  @Test("A transaction that the body begins is not what a perform may begin in", arguments: Place.allCases)
  func begunInside(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let db = try #require(odb.governor)
    #expect(throws: ODBError.self) {
      try odb.performThrowing {
        try db.transaction { _ in odb.path(["a", "x"]).setValue(3) }
        odb.path(["a", "x"]).setValue(4)
      }
    }
    #expect(odb.error?.kind == .misuse)
    #expect(throws: ODBError.self) {
      try odb.performThrowing {
        try db.withConnection { _ in odb.path(["a", "x"]).setValue(5) }
        odb.path(["a", "y"]).setValue(6)
      }
    }
    #expect(odb.error?.kind == .misuse)
    try check(odb, home, ["a": nil, "a.b": nil, "a.x": 1])
  }

  @Test("A body that returns is committed, whatever it returns", arguments: Place.allCases)
  func results(_ place: Place) throws {
    let home = try place.made()
    let odb = try made(home)
    let value: Int? = odb.perform { odb.path(["a", "x"]).value?.int }
    let none: Int?? = odb.perform { Optional<Int?>.some(nil) }
    #expect(value == 1)
    #expect(none == .some(nil))
    #expect(try odb.perform { () throws(Undone) -> Int in 3 } == 3)
    #expect(ODB.perform { odb.path(["a", "x"]).value?.int } == 1)
  }
}
