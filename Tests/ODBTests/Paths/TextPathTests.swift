import ODB
import Testing

@Suite("Paths as text")
struct TextPathTests {
  private let odb = ODB(filepath: "/nowhere/at/all.odb")

  @Test(
    "are read and written",
    arguments: [
      ("RSS.feeds", ["RSS", "feeds"]), (#"RSS.feeds.["a.b"].x"#, ["RSS", "feeds", "a.b", "x"]),
      (#"["say \"hi\" \\ there"]"#, [#"say "hi" \ there"#]), ("root", []), ("root.root.x", ["root", "x"]),
      (#"["a b"].é.日本"#, ["a b", "é", "日本"]), (#"["\#n\#0"]"#, ["\n\0"]), ("1._2", ["1", "_2"]),
    ])
  func roundTrip(text: String, elements: [String]) throws {
    let path = try ODBPath(text: text, odb: odb)
    #expect(path.elements == elements)
    #expect(path.text == text)
    #expect(try ODBPath(text: path.text, odb: odb) == path)
  }

  @Test("that begin with root", arguments: ["ROOT.rss", "Root.rss", "rss", #"["root"].rss"#, #"["rss"]"#])
  func root(text: String) throws { #expect(try ODBPath(text: text, odb: odb).text == "rss") }

  @Test(
    "that are none say where",
    arguments: [
      ("", 1), (".", 1), ("a.", 3), ("a..b", 3), ("a b", 2), (#"["a"#, 4), (#"["a""#, 5), (#"[a"]"#, 2),
      (#"["\x"]"#, 4),
      (#"["a"]b"#, 6), ("a[", 2),
    ])
  func wrong(text: String, place: Int) {
    do {
      let path = try ODBPath(text: text, odb: odb)
      Issue.record("\(text) was read as \(path.elements)")
    } catch {
      guard case .illegalPath(let told, let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(told == text && found == place)
    }
  }
}
