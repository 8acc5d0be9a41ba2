import ODB
import Testing

@Suite("Paths")
struct PathTests {
  @Test("A first name root, in any capitals, is the root table itself", arguments: Place.allCases)
  func root(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let paths = [["root", "RSS"], ["RSS"], ["ROOT", "rss"]].map { ODBPath(elements: $0, odb: odb) }
    #expect(Set(paths).count == 1)
    #expect(paths.map(\.elements) == [["RSS"], ["RSS"], ["rss"]])
    #expect(ODBPath(elements: [], odb: odb) == ODBPath(elements: ["Root"], odb: odb))
    #expect(ODBPath(elements: ["root"], odb: odb).isRoot)
    #expect(odb.root.name == "root")
    #expect(odb.root.parentTablePath == nil)
    odb.perform {
      let tables = paths.map { $0.ensureTable() }
      #expect(tables[0] != nil)
      #expect(Set(tables).count == 1)
      #expect(ODBPath(elements: ["root"], odb: odb).table == odb.rootTable)
    }
    #expect(odb.rowCount == 2)
  }

  @Test("A table called root is one like others", arguments: Place.allCases)
  func childRoot(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      _ = ODBPath(elements: ["root", "root"], odb: odb).ensureTable()
      ODBPath(elements: ["root", "root", "x"], odb: odb).setValue(1)
      ODBPath(elements: ["x"], odb: odb).setValue(2)
    }
    odb = try odb.reopened(at: home)
    odb.perform {
      let inner = odb.root + "root"
      #expect(!inner.isRoot && inner.parentTablePath == odb.root)
      #expect((inner + "x").value?.int == 1)
      #expect((odb.root + "x").value?.int == 2)
      #expect(inner.table != odb.rootTable)
      #expect(inner.table?.path == inner)
      #expect(inner.parentTable == odb.rootTable)
      #expect((inner + "x").object?.path == inner + "x")
    }
    #expect(odb.error == nil)
  }

  @Test("A name is found in any capitals, and shown as it was stored", arguments: Place.allCases)
  func capitals(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    for _ in 0..<2 {
      odb.perform {
        _ = ODBPath(elements: ["RSS", "feeds"], odb: odb).ensureTable()
        let path = ODBPath(elements: ["rss", "FEeDs"], odb: odb)
        #expect(path.table?.name == "feeds")
        #expect(path.storedName == "feeds")
        #expect(path.name == "FEeDs")
        #expect(path.ensureTable()?.name == "feeds")
        #expect(odb.rootTable?.children.keys.sorted() == ["rss"])
        #expect(odb.rootTable?["RSS"]?.name == "RSS")
      }
      #expect(odb.rowCount == 3)
      odb = try odb.reopened(at: home)
    }
  }

  @Test(
    "A value's name gets the capitals of the last write, and keeps them where nothing is written",
    arguments: Place.allCases)
  func lastCapitals(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      (odb.root + "Name").setValue("a")
      (odb.root + "NAME").setValue("a")
      #expect((odb.root + "name").storedName == "Name")
      (odb.root + "NAME").setValue("b")
      #expect((odb.root + "name").storedName == "NAME")
    }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "name").storedName } == "NAME")
    #expect(odb.rowCount == 2)
  }

  @Test("One path sees what changes, in tasks at once", arguments: Place.allCases)
  func tasks(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let path = odb.root + "n"
    let value = ODBValue(1, applicationType: "number")
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { odb.perform { _ = path.setValue(value) } } }
    }
    #expect(odb.perform { path.value } == value)
    odb.perform { _ = path.setValue(2) }
    let read = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 { group.addTask { odb.perform { path.value?.int } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(read == Array(repeating: 2, count: 8))
    #expect(odb.error == nil)
  }
}
