import Foundation
import ORDA
import Testing

/// The code in the documents is code that is compiled: a slice of a file in Snippets, or of an example's manifest.
///
/// A slice stands between `// snippet.NAME` and `// snippet.end`.
@Suite struct CompiledExamplesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).components(separatedBy: "\n")
  }

  private static func files(in folder: String, ending suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The documents whose code is checked.
  static func documents() throws -> [String] {
    try [
      "README.md", "CONTRIBUTING.md", "Examples/README.md", "docs/live.md", "docs/live-tables.md", "docs/odb.md",
      "docs/shelf.md", "docs/schema.md", "docs/dataobjects.md", "docs/scaling.md", "docs/serve.md",
      "Sources/Server/ORDAServer.docc/ORDAServer.md",
    ]
      + files(in: "Sources/ORDA/ORDA.docc", ending: ".md")
      + files(in: "Sources/ShelfConformance/ShelfConformance.docc", ending: ".md")
  }

  /// All slices, each without the indentation that all of its lines have.
  private static func slices() throws -> [String: String] {
    var slices: [String: String] = [:]
    for file in try files(in: "Snippets", ending: ".swift") + ["Examples/Hello/Package.swift"] {
      var open: (name: String, lines: [String])?
      for line in try lines(file) {
        let text = line.trimmingCharacters(in: .whitespaces)
        if text == "// snippet.end", let slice = open {
          slices["\(file) \(slice.name)"] = flush(slice.lines)
          open = nil
        } else if text.hasPrefix("// snippet.") {
          open = (String(text.dropFirst("// snippet.".count)), [])
        } else {
          open?.lines.append(line)
        }
      }
      #expect(open == nil, "\(file): a slice has no end")
    }
    return slices
  }

  private static func flush(_ lines: [String]) -> String {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    return lines.map { String($0.dropFirst(indents.min() ?? 0)) }.joined(separator: "\n")
  }

  /// The document's Swift code, each piece with the line on which it begins.
  private static func code(in document: String) throws -> [(line: Int, text: String)] {
    var pieces: [(line: Int, text: String)] = []
    var open: (line: Int, lines: [String])?
    for (index, line) in try lines(document).enumerated() {
      if line == "```", let piece = open {
        pieces.append((piece.line, piece.lines.joined(separator: "\n")))
        open = nil
      } else if line.hasPrefix("```swift") {
        open = (index + 1, [])
      } else {
        open?.lines.append(line)
      }
    }
    #expect(open == nil, "\(document): code has no end")
    return pieces
  }

  @Test func codeInDocumentsIsASliceOfWhatIsCompiled() throws {
    let slices = Set(try Self.slices().values)
    var count = 0
    for document in try Self.documents() {
      for piece in try Self.code(in: document) {
        #expect(slices.contains(piece.text), "\(document):\(piece.line) is no slice of Snippets")
        count += 1
      }
    }
    #expect(count >= 20)
  }

  @Test func everySliceIsInADocument() throws {
    let code = Set(try Self.documents().flatMap { try Self.code(in: $0).map(\.text) })
    for (name, text) in try Self.slices() { #expect(code.contains(text), "\(name) is in no document") }
  }

  @Test func theArticleAboutServersNamesEveryOptionOfTheCore() throws {
    let lines = try Self.lines("Sources/ORDA/ORDA.docc/ServerPrograms.md").filter { $0.hasPrefix("| `") }
    let options = OptionTable.core.definitions.map { option in
      "| `\(option.name)` | \(option.defaultText.map { "`\($0)`" } ?? "") | \(option.summary) |"
    }
    #expect(lines == options)
  }

  @Test(arguments: [
    "SyncProgram", "AsyncProgram", "Examples", "LargeValues", "LiveTables", "ScriptedTest", "ServiceProgram",
    "FirstODB",
    "NestedDictionary", "FirstShelf", "ShelfOfObjects", "ShelfStore", "Migrations", "ModelObjects",
    "GeneratedTypes",
  ])
  func theProgramsRun(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await BuiltProgram(name: name).run(in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output == Self.outputs[name])
    #expect(folder.names == [])
  }

  private static let outputs = [
    "GeneratedTypes": "garden water the roses\ngarden is in home\n",
    "ModelObjects": """
    1 true ["Paris", "London"]
    false
    Hello 1
    Hello
    Hello from the server
    true 0

    """,
    "Migrations": """
    create notes applied
    pin notes applied
    views applied
    ["orda_migrations", "t"]
    folder: the table is missing
    CREATE TABLE "folder" ("id" INTEGER PRIMARY KEY, "name" TEXT);
    note: the table is missing
    CREATE TABLE "note" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0, \
    "folder" BIGINT, FOREIGN KEY ("folder") REFERENCES "folder" ("id") ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE INDEX "note_pinned" ON "note" ("pinned", "id");
    t: the table should not be there
    DROP TABLE "t";
    pinned_note: the view is missing
    CREATE VIEW pinned_note AS SELECT id, text FROM note WHERE pinned = 1;

    """,
    "FirstODB": "Daring Fireball true\n",
    "NestedDictionary": """
    Daring Fireball 0
    editedname editedName Daring Fireball
    isread isRead true
    url url http://example.com/feed (URL)
    2 RSS.feeds.["http://example.com/feed"]
    ["RSS"]
    true
    324
    2

    """,
    "FirstShelf": "Dax\n",
    "ShelfOfObjects": """
    32
    10
    true Dax
    100000 100000
    ["Dax"] 0 reads what the index age finds, and sorts it
    Hello, Eevie!

    """,
    "LargeValues": "equal\n",
    "ShelfStore": "",
    "ScriptedTest": """
    unexpectedStatement: not expected: INSERT INTO genre (name) VALUES (?) ['Jazz']; parameter 1 was expected to be \
    'Blues': INSERT INTO genre (name) VALUES (?) ['Blues'] (GenreTests.swift:12) in: INSERT INTO genre (name) VALUES (?)

    """,
    "ServiceProgram": "200\n200\n500\ntrue\nfalse\n",
    "SyncProgram": """
    2 Blues
    3 Fado
    1 Jazz
    Jazz is there already, so Blues stays too: 3

    """,
    "AsyncProgram": """
    3 tracks
    So What 562 s
    Naima 261 s
    Alabama of unknown length

    """,
    "Examples": """
    there already
    1 1 3 3 3 3
    Jazz ["Jazz", "Blues", "Robert\\'); DROP TABLE genre; --"] 1 4
    So What
    Naima
    823
    4 4 4 2
    genre ["id", "name"] ["id"]
    track ["id", "title", "seconds"] ["id"]
    4 2
    1
    2 2 1 1

    """,
    "LiveTables": """
    true [2, 'Bebop', 0]
    Swing
    Swing
    3 true nil
    Swing 0 0 Swing
    2
    0
    1 Naima! no album
    1 ['So What']
    1 2
    Alabama
    Naima!
    So What
    0 [] [main.album, main.track]

    """,
  ]
}
