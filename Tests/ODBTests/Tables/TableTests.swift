import ODB
import Testing

@Suite("Tables")
struct TableTests {
  @Test("A value in the way is left alone, and a table is ensured once", arguments: Place.allCases)
  func ensuring(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      (odb.root + "value").setValue(1)
      #expect(odb.path(["value", "a", "b"]).ensureTable() == nil)
      #expect((odb.root + "value").ensureTable() == nil)
      expect(.notATable(path: "value.a")) { try odb.path(["value", "a"]).requireEnsureTable() }
      #expect((odb.root + "value").value == 1)
      let table = odb.path(["a", "b"]).ensureTable()
      table?.set(2, name: "x")
      #expect(odb.path(["a", "b"]).ensureTable() == table)
      #expect(odb.root.ensureTable() == odb.rootTable)
    }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { odb.path(["A", "B"]).ensureTable()?.odbValue("x") } == 2)
    #expect(odb.rowCount == 5)
    #expect(odb.error == nil)
  }

  @Test("A new table takes the place of what is there, and needs the one it is to be in", arguments: Place.allCases)
  func creating(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      #expect(odb.path(["missing", "x"]).createTable() == nil)
      #expect(odb.root.createTable() == nil)
      expect(.undefined(path: "missing")) { try odb.path(["missing", "x"]).requireCreateTable() }
      expect(.illegalOperationOnRootTable) { try odb.root.requireCreateTable() }
      _ = odb.path(["table", "inner", "deep"]).ensureTable()
      (odb.root + "value").setValue(1)
      expect(.notATable(path: "value")) { try odb.path(["value", "x"]).requireCreateTable() }
      #expect((odb.root + "table").createTable()?.children.isEmpty == true)
      #expect((odb.root + "value").createTable()?.children.isEmpty == true)
    }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { odb.rootTable?.children.count } == 2)
    #expect(odb.rowCount == 3)
  }

  @Test("A value needs the table that it is to be in, and nothing is made for it", arguments: Place.allCases)
  func missingParents(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      #expect(!odb.path(["missing", "x"]).setValue(1))
      #expect(!odb.root.setValue(1))
      (odb.root + "value").setValue(1)
      #expect(!odb.path(["value", "x"]).setValue(1))
      expect(.undefined(path: "missing")) { try odb.path(["missing", "x"]).requireSetValue(1) }
      expect(.notATable(path: "value")) { try odb.path(["value", "x"]).requireSetValue(1) }
      expect(.illegalOperationOnRootTable) { try odb.root.requireSetValue(1) }
      expect(.undefined(path: "value.x")) { try odb.path(["value", "x"]).requireValue() }
      expect(.notAValue(path: "root")) { try odb.root.requireValue() }
      expect(.notATable(path: "value")) { try (odb.root + "value").requireTable() }
    }
    #expect(odb.rowCount == 2)
    #expect(odb.error == nil)
  }

  @Test("A value takes a table's place, and no row of that remains", arguments: Place.allCases)
  func overTable(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      _ = odb.path(["a", "b", "c", "d"]).ensureTable()
      odb.path(["a", "b", "x"]).setValue(1)
    }
    #expect(odb.rowCount == 6)
    odb.perform {
      #expect((odb.root + "a").setValue(2))
      #expect(odb.path(["a", "b"]).object == nil)
    }
    #expect(odb.rowCount == 2)
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "A").value } == 2)
  }

  @Test("Tables, values and objects delete themselves", arguments: Place.allCases)
  func deleting(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["a", "b"]).ensureTable()
      for name in ["1", "2", "3", "4"] { table?.set(1, name: name) }
      #expect((table?["1"] as? ODBValueObject)?.delete() == true)
      #expect((odb.path(["a", "b", "2"]).object)?.delete() == true)
      #expect(table?.delete(name: "3") == true)
      #expect(table?.delete(name: "3") == false)
      if let object = table?["4"] {
        #expect(odb.rootTable?.delete(object) == false)
        #expect(table?.delete(object) == true)
      }
      #expect(table?.children.isEmpty == true)
      #expect(table?.delete() == true)
      #expect(odb.path(["a", "b"]).table == nil)
      #expect(!odb.path(["a", "b"]).delete())
      expect(.undefined(path: "a.b")) { try odb.path(["a", "b"]).requireDelete() }
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 2)
  }

  @Test("A tree of five levels leaves no row", arguments: Place.allCases)
  func fiveLevels(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      _ = odb.path(["1", "2", "3", "4", "5"]).ensureTable()
      for depth in 1...5 { odb.path((1...depth).map(String.init) + ["value"]).setValue(depth) }
    }
    #expect(odb.rowCount == 11)
    odb.perform { #expect((odb.root + "1").delete()) }
    #expect(odb.rowCount == 1)
  }

  @Test("An emptied table tells how much went, and nothing of it remains", arguments: Place.allCases)
  func emptying(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      for number in 0..<20 { _ = odb.path(["t", "\(number)", "x"]).ensureTable() }
      (odb.root + "kept").setValue(1)
    }
    odb = try odb.reopened(at: home)
    try odb.performThrowing {
      let table = try (odb.root + "t").requireTable()
      let count = try table.empty()
      #expect(count == 20)
      #expect(table.children.isEmpty)
      let rest = try table.empty()
      #expect(rest == 0)
      #expect(table.deleteChildren())
      #expect(odb.path(["t", "0"]).object == nil)
      table.set(1, name: "new")
    }
    #expect(odb.rowCount == 4)
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "t").table?.children.keys.sorted() } == ["new"])
  }

  @Test("The root can be emptied, and not be deleted", arguments: Place.allCases)
  func rootTable(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      (odb.root + "x").setValue(1)
      #expect(!odb.root.delete())
      expect(.illegalOperationOnRootTable) { try odb.root.requireDelete() }
      #expect(odb.rootTable?.isRootTable == true && odb.rootTable?.parentTable == nil)
      #expect(odb.rootTable?.name == "root")
      #expect((odb.root + "x").value == 1)
      #expect(odb.rootTable?.deleteChildren() == true)
    }
    #expect(odb.rowCount == 1)
    odb.perform { #expect((odb.root + "x").setValue(2)) }
    #expect(odb.rowCount == 2)
  }

  @Test("The root table that is told to delete itself traps", arguments: Place.allCases)
  func rootTrap(_ place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [place] in
      let home = try place.made()
      let odb = try home.odb()
      odb.perform { _ = odb.rootTable?.delete() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("root table can't be deleted"))
  }

  @Test("What was deleted answers nothing, and the perform goes on", arguments: Place.allCases)
  func deleted(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["a", "b"]).ensureTable()
      table?.set(1, name: "x")
      let value = table?["x"] as? ODBValueObject
      (odb.root + "a").delete()
      #expect(table?.set(2, name: "x") == false)
      #expect(table?.addSubtable(name: "y") == nil)
      #expect(table?.odbValue("x") == nil)
      #expect(table?.children.isEmpty == true)
      #expect(table?.delete() == false)
      #expect(table?.deleteChildren() == false)
      #expect(table?.parentTable == nil)
      #expect(value?.value == nil)
      #expect(value?.delete() == false)
      (odb.root + "kept").setValue(1)
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 2)
    #expect(odb.perform { (odb.root + "kept").value } == 1)
  }

  @Test("A deep tree is copied and moved as a shallow one is", arguments: Place.allCases)
  func deepTrees(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let deep = odb.path((0..<2_000).map { "\($0)" })
    try odb.performThrowing {
      _ = deep.ensureTable()
      (deep + "value").setValue(1)
      try (odb.root + "0").copy(to: odb.root, name: "copy")
      #expect((odb.path(["copy"] + (1..<2_000).map { "\($0)" }) + "value").value == 1)
      try (odb.root + "copy").move(to: deep)
      #expect((deep + "copy").isDefined)
    }
    #expect(odb.rowCount == 4_003)
    odb.perform { #expect(odb.rootTable?.deleteChildren() == true) }
    #expect(odb.rowCount == 1)
  }

  @Test("Names that are set, deleted and moved at random are found as they are", arguments: Place.allCases)
  func manyNames(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let path = odb.root + "table"
    var numbers = Seeded(11)
    let expected = odb.perform {
      let table = path.createTable()
      var expected: [String: Int] = [:]
      for step in 0..<4_000 {
        let name = "\(Int.random(in: 0..<700, using: &numbers))"
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0..<4:
          expected[name] = step
          table?.set(step, name: name)
        case 4..<7: #expect(table?.delete(name: name) == (expected.removeValue(forKey: name) != nil))
        default:
          let other = "other \(name)"
          let isMoved = (try? (path + name).rename(other)) != nil
          #expect(isMoved == (expected[name] != nil && expected[other] == nil))
          if isMoved { expected[other] = expected.removeValue(forKey: name) }
        }
        #expect(table?.odbValue(name)?.int == expected[name])
      }
      #expect(table?.children.count == expected.count)
      return expected
    }
    #expect(odb.error == nil)
    for _ in 0..<2 {
      let found = odb.perform { (odb.root + "table").table?.children.mapValues { ($0 as? ODBValueObject)?.value?.int } }
      #expect(found == expected)
      odb = try odb.reopened(at: home)
    }
  }
}
