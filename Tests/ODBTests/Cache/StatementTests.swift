import Foundation
import ODB
import ORDA
import Testing

/// What is asked of the database, counted by the governor: statements that were prepared or run. What begins and ends a
/// transaction is none.
@Suite("Statements that are saved")
struct StatementTests {
  @Test("What was read once, or looked for in vain, is read again without one", arguments: Place.allCases)
  func cachedReads(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      _ = odb.path(["a", "b"]).ensureTable()
      odb.path(["a", "b", "x"]).setValue(1)
    }
    odb = try odb.reopened(at: home)
    let paths = [["a", "b", "x"], ["A", "B", "X"], ["a", "missing"], ["a", "b", "x", "y"]].map { odb.path($0) }
    let first = odb.perform { paths.map(\.value) }
    let before = odb.statements
    for _ in 0..<3 {
      let again = odb.perform { paths.map(\.value) }
      #expect(again == first)
      ODB.perform { #expect(ODBPath(elements: ["a", "b", "x"], odb: odb).value == 1) }
    }
    #expect(odb.statements == before)
    #expect(first == [1, 1, nil, nil])
  }

  @Test("Children are read when they are asked for, and once", arguments: Place.allCases)
  func children(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      let table = odb.path(["a", "b"]).ensureTable()
      for number in 0..<100 { table?.set(number, name: "\(number)") }
    }
    odb = try odb.reopened(at: home)
    odb.perform { #expect(odb.path(["a", "b"]).table != nil) }
    var before = odb.statements
    odb.perform { #expect(odb.path(["a", "b"]).table?.name == "b") }
    #expect(odb.statements == before)
    odb.perform { #expect(odb.path(["a", "b"]).table?.children.count == 100) }
    #expect(odb.statements > before)
    before = odb.statements
    odb.perform {
      for number in 0..<100 { #expect(odb.path(["a", "b", "\(number)"]).value?.int == number) }
      #expect(odb.path(["a", "b", "100"]).value == nil)
      #expect(odb.path(["a", "b"]).table?.children.count == 100)
    }
    #expect(odb.statements == before)
  }

  @Test("A short table of which much is asked is read whole", arguments: Place.allCases)
  func shortTables(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { for number in 0..<500 { (odb.root + "\(number)").setValue(number) } }
    odb = try odb.reopened(at: home)
    let before = odb.statements
    odb.perform { for number in 0..<500 { #expect((odb.root + "\(number)").value?.int == number) } }
    #expect(odb.statements - before < 40)
  }

  @Test("Of a long table what is asked for is read, and no more", arguments: Place.allCases)
  func longTables(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { for number in 0..<3_000 { (odb.root + "\(number)").setValue(number) } }
    odb = try odb.reopened(at: home)
    odb.perform {
      for number in stride(from: 0, to: 3_000, by: 50) { #expect((odb.root + "\(number)").value?.int == number) }
    }
    odb.perform { #expect((odb.root + "3000").value == nil) }
    odb.perform { #expect(odb.rootTable?.children.count == 3_000) }
    #expect(odb.error == nil)
  }

  @Test("Setting a value that is there already runs none, be it short or long", arguments: Place.allCases)
  func equalValues(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let values = [ODBValue(1), ODBValue(Double.nan), ODBValue("text", applicationType: "a"), ODBValue(Data([1, 2]))]
    let long = ODBValue(String(repeating: "x", count: 100_000))
    let version = { try odb.governor?.first(Int.self, "SELECT version FROM odb_state") }
    odb.perform {
      for (index, value) in values.enumerated() { (odb.root + "\(index)").setValue(value) }
      (odb.root + "long").setValue(long)
    }
    let before = odb.statements
    odb.perform {
      for (index, value) in values.enumerated() { #expect((odb.root + "\(index)").setValue(value)) }
    }
    #expect(odb.statements == before)
    let known = try version()
    odb.perform { #expect((odb.root + "long").setValue(long)) }
    #expect(try version() == known)
    odb.perform { #expect((odb.root + "0").setValue(ODBValue(1, applicationType: ""))) }
    #expect(try version() != known)
  }

  @Test(
    "A fresh table in three fresh ones: one statement looks, two lock and tell, one writes the rows",
    arguments: Place.allCases)
  func freshTables(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { _ = odb.path(["w", "x", "y", "z"]).ensureTable() }
    for name in ["a", "b"] {
      // Where nothing is cached, and where not everything is.
      if name == "b" { odb = try odb.reopened(at: home) }
      let before = odb.statements
      odb.perform { _ = odb.path([name, "2", "3", "4"]).ensureTable() }
      #expect(odb.statements - before == 4)
    }
    #expect(odb.rowCount == 13)
    // Where it is known what the root table contains none has to look.
    odb.perform { #expect(odb.rootTable?.children.count == 3) }
    let before = odb.statements
    odb.perform { _ = odb.path(["1", "2", "3", "4"]).ensureTable() }
    #expect(odb.statements - before == 3)
    #expect(odb.rowCount == 17)
  }

  @Test("A path of four names is read by four, and a name in a known table is set by four", arguments: Place.allCases)
  func firstReads(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform {
      _ = odb.path(["a", "b", "c"]).ensureTable()
      odb.path(["a", "b", "c", "d"]).setValue(1)
    }
    odb = try odb.reopened(at: home)
    odb.perform { _ = odb.rootTable }
    var before = odb.statements
    odb.perform { #expect(odb.path(["a", "b", "c", "d"]).value == 1) }
    #expect(odb.statements - before == 4)
    before = odb.statements
    odb.perform { odb.path(["a", "b", "c", "e"]).setValue(2) }
    #expect(odb.statements - before == 4)
    before = odb.statements
    odb.perform { #expect(odb.path(["a", "b", "c", "f"]).value == nil) }
    #expect(odb.statements - before == 1)
  }

  @Test("One name in each perform: a short table is read whole all the same", arguments: Place.allCases)
  func namesOneByOne(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { for number in 0..<100 { (odb.root + "\(number)").setValue(number) } }
    odb = try odb.reopened(at: home)
    odb.perform { _ = odb.rootTable }
    let before = odb.statements
    for number in 0..<100 { odb.perform { #expect((odb.root + "\(number)").value?.int == number) } }
    #expect(odb.statements - before == 18)
  }

  @Test("A hundred thousand values are written by few", arguments: Place.allCases)
  func manyValues(_ place: Place) throws {
    let home = try place.made()
    var odb = try home.odb()
    odb.perform { for number in 0..<100_000 { (odb.root + "\(number)").setValue(number) } }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 100_001)
    odb = try odb.reopened(at: home)
    #expect(odb.perform { (odb.root + "99999").value?.int } == 99_999)
    let count = odb.perform { odb.rootTable?.children.count }
    #expect(count == 100_000)
    odb.perform { #expect(odb.rootTable?.deleteChildren() == true) }
    #expect(odb.rowCount == 1)
  }
}
