import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Models from files.
@MainActor
struct ModelFileTests {
  private let homes = Homes()

  private static let file = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>objects</key><dict>
      <key>Note</key><dict>
        <key>table</key><string>notes</string>
        <key>uniqued</key><true/>
        <key>properties</key><dict>
          <key>title</key><string>string</string>
          <key>text</key><string>string</string>
          <key>archived</key><string>boolean</string>
          <key>sortDate</key><string>date</string>
          <key>links</key><string>archive</string>
          <key>options</key><string>plist</string>
          <key>picture</key><string>data</string>
        </dict>
        <key>relationships</key><dict>
          <key>tags</key><dict>
            <key>table</key><string>tagsNotes</string>
            <key>parentID</key><string>noteID</string>
            <key>childID</key><string>tagID</string>
            <key>childClass</key><string>Tag</string>
            <key>indexKey</key><string>ix</string>
          </dict>
        </dict>
      </dict>
      <key>Tag</key><dict>
        <key>table</key><string>tags</string>
        <key>cache</key><string>permanent</string>
        <key>fetchAtStartup</key><true/>
        <key>properties</key><dict><key>name</key><string>string</string></dict>
      </dict>
    </dict></dict></plist>
    """

  @Test("A model from a property list saves and fetches as one in Swift does", arguments: Place.allCases)
  func loaded(_ place: Place) async throws {
    let model = try DataModel(plist: Data(Self.file.utf8), types: [Note.self, Tag.self])
    let home = try homes.made(place)
    let first = try await DataStore(url: home.url, model: model, createsTables: true)
    let note = first.insert(Note(id: 1, title: "a"))
    (note.links, note.options, note.sortDate) = (["a": "b"], ["c"], Date(timeIntervalSinceReferenceDate: 0.1))
    note.tags = [Tag("Paris"), Tag("Rome")]
    try await first.close()
    let second = try await DataStore(url: home.url, model: model)
    let found = try #require(try await second.object(Note.self, 1))
    #expect(found.links == ["a": "b"] && found.options == ["c"] && found.sortDate == note.sortDate)
    #expect(found.tags.map(\.name) == ["Paris", "Rome"])
    try await second.close()
  }

  @Test("What file and types don't have in common is told")
  func wrong() {
    let file = Self.file.replacing("<key>title</key>", with: "<key>titel</key>")
      .replacing("<string>date</string>", with: "<string>dates</string>")
      .replacing("<string>Tag</string>", with: "<string>Label</string>")
      .replacing("<key>Tag</key>", with: "<key>Tags</key>")
      .replacing("<string>data</string>", with: "<string>int64</string>")
    let error = #expect(throws: DataModelError.self) {
      try DataModel(plist: Data(file.utf8), types: [Note.self, Tag.self])
    }
    let problems = error?.problems ?? []
    for text in [
      "Note.titel: the type has no property of this name; did you mean title?",
      "Note.title: the file has no such property; did you mean titel?",
      "Note.sortDate: there is no type dates; did you mean date?",
      "Note.tags: the property is no relationship to Label",
      "Tag: the file has no entry of this name; did you mean Tags?",
      "Tags: no type of this name was given; did you mean Tag?",
      "Note.picture: the property can't be stored as int64",
    ] { #expect(problems.contains(text), "\(text)") }
    #expect(problems.count == 7, "\(problems)")
    #expect(throws: DataModelError.self) { try DataModel(json: Data("{".utf8), types: []) }
  }
}

extension Note: ModelledObject {
  static var properties: [String: ModelProperty<Note>] {
    [
      "title": .init(\.title), "text": .init(\.text), "archived": .init(\.isArchived), "sortDate": .init(\.sortDate),
      "links": .init(coded: \.links), "options": .init(coded: \.options), "picture": .init(\.picture),
      "tags": .init(\.tags),
    ]
  }
}

extension Tag: ModelledObject {
  static var properties: [String: ModelProperty<Tag>] { ["name": .init(\.name)] }
}
