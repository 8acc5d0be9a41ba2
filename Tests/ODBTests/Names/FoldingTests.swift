import Foundation
import ODB
import ORDA
import Testing

/// Which names are one: fixed for ever, for databases hold them.
@Suite("Names that are the same")
struct FoldingTests {
  /// Names, and the forms by which they are compared.
  static let vectors: [(name: String, key: String)] = [
    ("feeds", "feeds"), ("FEeDs", "feeds"), ("I", "i"), ("\u{130}", "i\u{307}"), ("\u{131}", "\u{131}"),
    ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδος"), ("Straße", "straße"), ("STRASSE", "strasse"), ("\u{1E9E}", "ß"),
    ("\u{C9}", "\u{E9}"), ("E\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("e", "e"), ("a ", "a "), ("a", "a"),
    ("\u{10400}", "\u{10428}"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("\u{212A}", "k"), ("\u{2126}", "ω"), ("😀", "😀"),
  ]

  @Test("have one form that is compared", arguments: Place.allCases)
  func keys(_ place: Place) throws {
    let home = try place.made()
    try Self.check(home)
  }

  /// Stores all names, each by itself, and reads their forms in the database.
  static func check(_ home: Home) throws {
    let odb = try home.odb()
    for (index, vector) in vectors.enumerated() {
      odb.perform {
        _ = (odb.root + "\(index)").ensureTable()
        (odb.root + "\(index)" + vector.name).setValue(index)
        #expect((odb.root + "\(index)").table?.children.keys.first.map { Array($0.utf8) } == Array(vector.key.utf8))
      }
    }
    #expect(odb.error == nil)
    let rows = try #require(odb.governor).query(
      (Int, [UInt8], String).self, "SELECT int_value, name_key, name FROM odb_nodes WHERE kind = 16")
    var found = 0
    for (index, key, name) in rows {
      found += 1
      #expect(key == Array(vectors[index].key.utf8), "\(vectors[index].name)")
      #expect(Array(name.utf8) == Array(vectors[index].name.utf8))
    }
    #expect(found == vectors.count)
  }

  @Test("are one object, and others are not", arguments: Place.allCases)
  func objects(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let names = Self.vectors.map(\.name)
    odb.perform { for (index, name) in names.enumerated() { (odb.root + name).setValue(index) } }
    let different = Set(Self.vectors.map { Array($0.key.utf8) })
    #expect(odb.rowCount == different.count + 1)
    odb = try odb.reopened(at: home)
    odb.perform {
      for vector in Self.vectors {
        let last = Self.vectors.lastIndex { Array($0.key.utf8) == Array(vector.key.utf8) }
        #expect((odb.root + vector.name).value?.int == last, "\(vector.name)")
      }
    }
  }

  @Test("do not depend on the language", arguments: ["tr_TR.UTF-8", "C", "lt_LT.UTF-8"])
  func languages(_ language: String) async throws {
    // In a process of its own, that begins with nothing of Foundation's made yet.
    await #expect(processExitsWith: .success) { [language] in
      setenv("LANG", language, 1)
      setenv("LC_ALL", language, 1)
      try FoldingTests.check(Place.sqlite.made())
    }
  }

  @Test("A name is 1 to 3,000 bytes long in the form that is compared", arguments: Place.allCases)
  func lengths(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    let longest = String(repeating: "é", count: 1_500)
    // Longer as it is typed than as it is compared.
    let decomposed = String(repeating: "e\u{301}", count: 1_500)
    try odb.performThrowing {
      #expect((odb.root + longest).setValue(1))
      #expect((odb.root + decomposed).value?.int == 1)
      #expect((odb.root + decomposed).setValue(2))
      for name in ["", longest + "x"] {
        #expect(!(odb.root + name).setValue(1))
        #expect((odb.root + name).ensureTable() == nil)
        #expect((odb.root + name).createTable() == nil)
        #expect((odb.root + name).object == nil)
        #expect(!(odb.root + name).delete())
        #expect(odb.rootTable?.set(1, name: name) == false)
        #expect(odb.rootTable?.addSubtable(name: name) == nil)
        expect(.illegalName(name)) { try (odb.root + name).requireSetValue(1) }
        expect(.illegalName(name)) { _ = try (odb.root + name).requireEnsureTable() }
        expect(.illegalName(name)) { _ = try (odb.root + name).requireCreateTable() }
      }
    }
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + longest).value?.int } == 2)
    #expect(odb.rowCount == 2)
  }

  @Test("A path has at most 10,000 names", arguments: Place.allCases)
  func depth(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let deep = ODBPath(elements: Array(repeating: "x", count: 10_001), odb: odb)
    odb.perform {
      #expect(deep.ensureTable() == nil)
      #expect(!deep.setValue(1))
      #expect(deep.object == nil)
      expect(.illegalName("x")) { _ = try deep.requireEnsureTable() }
      expect(.illegalName("x")) { try deep.requireSetValue(1) }
    }
    #expect(odb.rowCount == 1)
  }
}
