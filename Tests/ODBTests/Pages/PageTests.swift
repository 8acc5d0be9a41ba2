import ODB
import Testing

@Suite("Children by pages")
struct PageTests {
  @Test("Pages have everything once, in the order of the folded names", arguments: Place.allCases)
  func order(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let names = (0..<1_234).map { "N\($0)" } + ["é", "É2", "Z", "a", "b b", "日本", "😀"]
    odb.perform {
      let table = odb.path(["t"]).ensureTable()
      for name in names { table?.set(1, name: name) }
    }
    var found: [String] = []
    odb.reopenedPages(at: home) { odb in
      var page = odb.path(["T"]).children(limit: 100)
      while let last = page.last {
        #expect(page.count <= 100)
        found += page.map(\.name)
        page = odb.path(["T"]).children(after: last.name, limit: 100)
      }
    }
    #expect(Set(found) == Set(names))
    #expect(found.count == names.count)
    #expect(found.prefix(3) == ["a", "b b", "N0"])
    #expect(found.suffix(3) == ["É2", "日本", "😀"])
  }

  @Test("A prefix in whatever capitals; what a perform has written is seen", arguments: Place.allCases)
  func prefix(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["t"]).ensureTable()
      for name in ["app", "Apple", "apply", "banana", "ap", "aq"] { table?.set("x", name: name) }
      #expect(odb.path(["t"]).children(prefix: "APP").map(\.name) == ["app", "Apple", "apply"])
      table?.delete(name: "apple")
      table?.set("new", name: "Appetite")
      let found = odb.path(["t"]).children(prefix: "app", after: "APP", limit: 1)
      #expect(found.map(\.name) == ["Appetite"])
      #expect((found.first as? ODBValueObject)?.value == "new")
      #expect(odb.path(["t"]).children(prefix: "app", after: "z").isEmpty)
      #expect(odb.path(["t"]).children(limit: 0).isEmpty)
      #expect(odb.path(["t", "app"]).children().isEmpty)
      #expect(odb.path(["none"]).children().isEmpty)
    }
    #expect(odb.error == nil)
    #expect(odb.read { odb.root.children().map(\.name) } == ["t"])
  }
}

extension ODB {
  fileprivate func reopenedPages(at home: Home, _ body: (ODB) -> Void) {
    close()
    guard let odb = try? home.odb() else { return }
    odb.perform { body(odb) }
  }
}
