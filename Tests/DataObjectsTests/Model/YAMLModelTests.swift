#if YAML
  import DataObjects
  import Foundation
  import ORDA
  import Testing

  /// Models from YAML, with the trait of that name.
  @MainActor
  struct YAMLModelTests {
    private let homes = Homes()

    private static let file = """
      # Notes and their tags.
      objects:
        Note:
          table: notes
          uniqued: yes
          properties: {title: string, text: string, archived: boolean, sortDate: date, links: json, options: plist, picture: data}
          relationships:
            tags: {table: tagsNotes, parentID: noteID, childID: tagID, childClass: Tag, indexKey: ix}
        Tag:
          table: tags
          cache: permanent
          fetchAtStartup: true
          properties:
            name: string
      """

    @Test("A model from YAML saves and fetches as one in Swift does", arguments: Place.allCases)
    func loaded(_ place: Place) async throws {
      let model = try DataModel(yaml: Data(Self.file.utf8), types: [Note.self, Tag.self])
      let home = try homes.made(place)
      let first = try await DataStore(url: home.url, model: model, createsTables: true)
      let note = first.insert(Note(id: 1, title: "a"))
      (note.links, note.options, note.sortDate) = (["a": "b"], ["c"], Date(timeIntervalSinceReferenceDate: 0.1))
      note.tags = [Tag("Paris"), Tag("Rome")]
      try await first.close()
      let second = try await DataStore(url: home.url, model: model)
      #expect(second.cached(Tag.self, "rome")?.name == "Rome")
      let found = try #require(try await second.object(Note.self, 1))
      #expect(found.links == ["a": "b"] && found.options == ["c"] && found.sortDate == note.sortDate)
      #expect(found.tags.map(\.name) == ["Paris", "Rome"])
      try await second.close()
    }

    private static let json = """
      {"objects": {
        "Note": {
          "table": "notes", "uniqued": true,
          "properties": {
            "title": "string", "text": "string", "archived": "boolean", "sortDate": "date", "links": "json",
            "options": "plist", "picture": "data"
          },
          "relationships": {
            "tags": {
              "table": "tagsNotes", "parentID": "noteID", "childID": "tagID", "childClass": "Tag", "indexKey": "ix"
            }
          }
        },
        "Tag": {"table": "tags", "cache": "permanent", "fetchAtStartup": true, "properties": {"name": "string"}}
      }}
      """

    @Test("The model is the same as one from JSON", arguments: Place.allCases)
    func sameAsJSON(_ place: Place) async throws {
      let types: [any ModelledObject.Type] = [Note.self, Tag.self]
      let yaml = try DataModel(yaml: Data(Self.file.utf8), types: types)
      let json = try DataModel(json: Data(Self.json.utf8), types: types)
      var tables: [[TableDescription]] = []
      for (maker, user) in [(yaml, json), (json, yaml)] {
        let home = try homes.made(place)
        let made = try await DataStore(url: home.url, model: maker, createsTables: true)
        made.insert(Tag("Rome"))
        try await made.close()
        // Each takes what the other has made, and keeps and fetches the same.
        let used = try await DataStore(url: home.url, model: user)
        #expect(used.cached(Tag.self, "rome")?.name == "Rome")
        var found: [TableDescription] = []
        for table in ["notes", "tags", "tagsNotes"] {
          var description = try await used.governor.describe(table)
          // Where it is differs, and how MariaDB's statement names it.
          (description.name, description.sql) = (TableName(name: table), nil)
          found.append(description)
        }
        tables.append(found)
        try await used.close()
      }
      #expect(tables[0] == tables[1])
    }

    @Test("What is no YAML, or no model, is told")
    func wrong() {
      let misspelt = Self.file.replacing("title: string", with: "title: strin")
      let error = #expect(throws: DataModelError.self) {
        try DataModel(yaml: Data(misspelt.utf8), types: [Note.self, Tag.self])
      }
      #expect(error?.problems == ["Note.title: there is no type strin; did you mean string?"])
      let deep = String(repeating: "[", count: 200_000)
      for file in ["", "objects: [", "objects: 5", "- a", "objects: {Note: {}}", "objects: &a [*a]", "\u{0}", deep] {
        let error = #expect(throws: DataModelError.self) { try DataModel(yaml: Data(file.utf8), types: []) }
        #expect(error?.problems.first?.hasPrefix("the file is no model: ") == true, "\(file.prefix(20))")
      }
      #expect(throws: DataModelError.self) { try DataModel(yaml: Data([0xFF, 0xFE, 0x00]), types: []) }
    }
  }
#endif
