import ODB
import Testing

@Suite("Moving, copying and renaming")
struct MovingTests {
  private func tree(_ odb: ODB) -> ODBPath {
    let source = odb.root + "Source"
    odb.perform {
      _ = (source + "inner").ensureTable()
      (source + "a").setValue(ODBValue("text", applicationType: "OPML"))
      (source + "inner" + "b").setValue(2)
      (source + "inner" + "long").setValue(String(repeating: "x", count: 100_000))
      _ = (odb.root + "target").ensureTable()
    }
    #expect(odb.error == nil)
    return source
  }

  private func check(_ path: ODBPath, sourceLocation: SourceLocation = #_sourceLocation) {
    path.odb.perform {
      #expect((path + "a").value == ODBValue("text", applicationType: "OPML"), sourceLocation: sourceLocation)
      #expect((path + "inner" + "b").value?.int == 2, sourceLocation: sourceLocation)
      #expect((path + "inner" + "long").value?.string?.count == 100_000, sourceLocation: sourceLocation)
      #expect(path.table?.path == path, sourceLocation: sourceLocation)
    }
  }

  @Test("A table is moved, over what has its name", arguments: Place.allCases)
  func move(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let source = tree(odb)
    try odb.performThrowing {
      _ = (odb.root + "target" + "source" + "old").ensureTable()
      let new = try source.move(to: odb.root + "target")
      #expect(new.elements == ["target", "Source"])
      #expect(!source.isDefined)
      #expect((new + "old").object == nil)
    }
    check(odb.root + "target" + "source")
    #expect(odb.rowCount == 7)
    odb = try odb.reopened(at: home)
    check(odb.root + "target" + "source")
    #expect(odb.perform { odb.rootTable?.children.keys.sorted() } == ["target"])
  }

  @Test("A table is copied with all that it contains, and both are apart", arguments: Place.allCases)
  func copy(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let source = tree(odb)
    try odb.performThrowing {
      let twin = try source.copy(to: odb.root + "target", name: "Twin")
      #expect(twin.elements == ["target", "Twin"])
    }
    check(source)
    check(odb.root + "target" + "twin")
    odb.perform { _ = (source + "inner" + "b").setValue(3) }
    check(odb.root + "target" + "twin")
    odb = try odb.reopened(at: home)
    check(odb.root + "target" + "twin")
    #expect(odb.rowCount == 1 + 6 + 5)
  }

  @Test("A copy in the same place is the same with other capitals, and loses nothing", arguments: Place.allCases)
  func copyOntoItself(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let source = tree(odb)
    try odb.performThrowing {
      try source.copy(to: odb.root)
      let copy = try source.copy(to: odb.root, name: "SOURCE")
      #expect(copy.name == "SOURCE" && source.storedName == "SOURCE")
      let moved = try source.move(to: odb.root, name: "source")
      #expect(moved.name == "source" && source.storedName == "source")
    }
    check(source)
    #expect(odb.rowCount == 7)
  }

  @Test("A name that is in use is refused, other capitals are not", arguments: Place.allCases)
  func rename(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let source = tree(odb)
    try odb.performThrowing {
      expect(.alreadyExists(path: "TARGET")) { try source.rename("TARGET") }
      var new = try source.rename("SOURCE")
      #expect(new.name == "SOURCE" && source.storedName == "SOURCE")
      new = try source.rename("new")
      #expect(new.elements == ["new"])
      #expect(!source.isDefined)
      expect(.undefined(path: "Source")) { try source.rename("other") }
      expect(.illegalOperationOnRootTable) { try odb.root.rename("other") }
      expect(.illegalName("")) { try (odb.root + "new").rename("") }
    }
    odb = try odb.reopened(at: home)
    check(odb.root + "new")
  }

  @Test("Nothing goes into itself, nor over what it is in", arguments: Place.allCases)
  func intoItself(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let source = tree(odb)
    try odb.performThrowing {
      expect(.intoItself(path: "Source")) { try source.move(to: source) }
      expect(.intoItself(path: "Source")) { try source.copy(to: source + "inner") }
      expect(.intoItself(path: "Source.inner")) { try (source + "inner").move(to: odb.root, name: "source") }
      expect(.intoItself(path: "Source.inner")) { try (source + "inner").copy(to: odb.root, name: "source") }
      expect(.illegalOperationOnRootTable) { try odb.root.move(to: source) }
      expect(.undefined(path: "nothing")) { try (odb.root + "nothing").copy(to: source) }
      expect(.undefined(path: "nothing")) { try source.copy(to: odb.root + "nothing") }
      expect(.notATable(path: "Source.a")) { try (source + "inner").copy(to: source + "a") }
    }
    check(source)
    #expect(odb.error == nil)
  }

  @Test("Nothing goes to another ODB", arguments: Place.allCases)
  func another(_ place: Place) throws {
    let (home, other) = (try place.made(), try place.made())
    let (odb, stranger) = (try home.odb(), try other.odb())
    let source = tree(odb)
    try odb.performThrowing {
      expect(.anotherODB(path: "target")) { try source.move(to: stranger.root + "target") }
      expect(.anotherODB(path: "root")) { try source.copy(to: stranger.root) }
    }
    check(source)
  }

  @Test("What something is, how large, and whether it is there", arguments: Place.allCases)
  func kinds(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let source = tree(odb)
    odb.perform {
      #expect(source.kind == .table)
      #expect((source + "a").kind == .value(.string))
      #expect((source + "inner" + "long").kind == .value(.string))
      #expect((source + "nothing").kind == nil)
      #expect(source.size == 2)
      #expect((source + "a").size == 4)
      #expect((source + "inner" + "b").size == 8)
      #expect((source + "inner" + "long").size == 100_000)
      #expect((source + "nothing").size == nil)
      #expect(source.isDefined && !(source + "nothing").isDefined && odb.root.isDefined)
      #expect((source + "INNER").storedName == "inner")
    }
  }
}
