#if SourceCheck
  import SourceCheck
  import Testing

  @Suite("Sources that are read") struct SourceReadingTests {
    private static let call = "func f() throws { try db.query(\"SELECT id FROM album\") }\n"

    @Test(
      "A source counts that imports ORDA, in whatever way",
      arguments: [
        ("import ORDA\n", 1), ("internal import ORDASQLite\n", 1), ("@testable import ODB\n", 1),
        ("import struct ORDA.SQL\n", 1), ("  import ORDA // the core\r\n", 1), ("import GRDB\n", 0), ("", 0),
        ("// import ORDA\n", 0), ("import ORDAlike\n", 0),
      ])
    func imports(_ line: String, _ count: Int) {
      #expect(Checked.find([("a.swift", line + Self.call)]).statements.count == count)
    }

    @Test("Of a source beside one that imports ORDA calls count, and no values of a type called SQL")
    func beside() {
      let other = "import GRDB\nlet q: SQL = \"SELECT nothing\"\nlet p = SQL(\"SELECT nothing\")\n"
      let found = Checked.find([
        ("a/a.swift", "import ORDA\n"), ("a/b.swift", other + Self.call), ("b/c.swift", Self.call),
      ])
      #expect(found.statements.map(\.call) == ["query"])
    }

    @Test("Of a page of Markdown the blocks of Swift are read, with the lines of the page")
    func markdown() throws {
      let page = """
        # A page
        ```sh
        swift run
        ```
        ```swift
        let a = try db.query("SELECT id FROM album")
        ```
        text
        ```swift
          try db.query("SELECT foo FROM album")
        ```
        """
      #expect(try Checked.sources([("a.md", page)]) == ["10:24: no such column: foo"])
    }

    @Test("Types that other sources declare are found")
    func types() throws {
      let found = try Checked.sources([
        ("App/a.swift", "import ORDA\nlet a = try db.query(Model.self, \"SELECT id, title FROM album\")"),
        ("Models/m.swift", "struct Model: Codable { var id: Int; var title: Kind }"),
        ("Models/k.swift", "enum Kind: Int, Codable { case a }"),
      ])
      #expect(found == ["2:46: column title of album is TEXT, which can't be read as Model.title (Kind)"])
    }

    @Test("Of two types of one name that of the nearest place is meant, or nothing is said")
    func sameNames() throws {
      let source = """
        import ORDA
        struct A { struct Row2: Codable { var id: String }; func f() { db.query(Row2.self, "SELECT id FROM album") } }
        struct B { struct Row2: Codable { var id: Int }; func f() { db.query(Row2.self, "SELECT id FROM album") } }
        """
      #expect(
        try Checked.sources([("a.swift", source)])
          == ["2:92: column id of album is INTEGER, which can't be read as A.Row2.id (String)"])
      let one = "import ORDA\nstruct C: Codable { var id: String }\n"
      let use = "import ORDA\nlet a = try db.query(C.self, \"SELECT id FROM album\")"
      #expect(try Checked.sources([("1.swift", one), ("2.swift", use)]).count == 1)
      #expect(try Checked.sources([("1.swift", one), ("2.swift", use), ("3.swift", one)]) == [])
    }

    @Test("Deeply nested and broken sources are read as far as they go")
    func broken() {
      let deep = "import ORDA\nlet a = " + String(repeating: "(", count: 5000) + "\n" + Self.call
      _ = Checked.find([("a.swift", deep)])
      let open = "import ORDA\nlet a = try db.query(\"SELECT id FROM album\nfunc f( {"
      _ = Checked.find([("a.swift", open), ("b.swift", "import ORDA\n\"\"\"\nSELECT"), ("c.md", "```swift")])
    }

    @Test("Other libraries' calls are no SQL of ORDA's")
    func others() throws {
      let found = try Checked.sources([
        (
          "a.swift",
          """
          import GRDB
          import ORDA
          try db.execute(sql: "SELECT nothing FROM nowhere", arguments: [1])
          try Row.fetchAll(db, sql: "SELECT nothing FROM nowhere")
          let p = players.first(where: { $0.name == "SELECT nothing" })
          URLQueryItem(name: "SELECT nothing FROM nowhere", value: nil)
          sql.raw("SELECT nothing FROM nowhere").run()
          XCTAssertEqual("SELECT nothing FROM nowhere", "")
          Label("Select all of it from there"); query("q", "SELECT nothing FROM nowhere")
          """
        )
      ])
      #expect(found == [])
    }
  }
#endif
