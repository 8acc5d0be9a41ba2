import ODB
import Testing

@Suite("The document's samples")
struct SampleTests {
  @Test("A table is ensured, with all that it is in", arguments: Place.allCases)
  func ensuring(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let feedID = "http://example.com/feed"
    let pathElements = ["RSS", "feeds", feedID]
    let path = ODBPath(elements: pathElements, odb: odb)
    var isThere = false
    ODB.perform {
      let table = path.ensureTable()
      isThere = table != nil
    }
    #expect(isThere)
    ODB.perform {
      #expect(ODBPath(elements: ["RSS"], odb: odb).table != nil)
      #expect(ODBPath(elements: ["RSS", "feeds"], odb: odb).table?.children.count == 1)
      #expect(path.ensureTable() == path.table)
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 4)
  }

  @Test("A value is set, read and deleted", arguments: Place.allCases)
  func values(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let elements = ["RSS", "feeds", "1", "editedName"]
    let name = "Daring Fireball"
    var path = ODBPath(elements: elements, odb: odb)
    let value = ODBValue(value: name, primitiveType: .string, applicationType: nil)
    ODB.perform {
      _ = path.parentTablePath?.ensureTable()
      #expect(path.setValue(value))
    }
    #expect(odb.error == nil)

    odb = try odb.reopened(at: home)
    path = ODBPath(elements: elements, odb: odb)
    var nameValue: ODBValue? = nil
    ODB.perform {
      nameValue = path.value
    }
    #expect(nameValue?.rawValue as? String == name)

    var read: String?
    ODB.perform {
      read = path.value?.string
    }
    #expect(read == name)

    ODB.perform {
      path.delete()
      #expect(path.value == nil)
    }
    odb = try odb.reopened(at: home)
    let gone = ODBPath(elements: elements, odb: odb)
    #expect(odb.perform { gone.value } == nil)
    #expect(odb.perform { gone.parentTable } != nil)
    #expect(odb.error == nil)
  }

  @Test("A tree that is deleted leaves no row", arguments: Place.allCases)
  func deepTrees(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let deep = ODBPath(elements: (0..<2_000).map { "level \($0)" }, odb: odb)
    odb.perform {
      #expect(deep.ensureTable() != nil)
      #expect((deep + "value").setValue(1))
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 2_002)
    odb.perform { #expect(ODBPath(elements: ["LEVEL 0"], odb: odb).delete()) }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 1)
  }
}
