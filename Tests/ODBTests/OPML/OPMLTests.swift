import Foundation
import ODB
import Testing

@Suite("OPML, out and in")
struct OPMLTests {
  private static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- made by hand -->
    <opml version="2.0">
    <head><title>My &amp; feeds</title><ownerName>Brent</ownerName></head>
    <body>
      <outline text="News" isOpen='yes'>
        <outline text="Daring &#70;ireball" xmlUrl="https://example.com/?a=1&amp;b=2"/>
        <outline text="&quot;Two&quot;&#10;lines"></outline>
      </outline>
      <outline text="Last"/>
      <foreign><outline text="not one"/></foreign>
    </body>
    </opml>
    """

  @Test("Outlines are numbered tables, and their attributes texts", arguments: Place.allCases)
  func reading(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    #expect(try odb.path(["feeds"]).importOPML(text: Self.sample) == 4)
    odb.perform {
      let path = odb.path(["feeds"])
      #expect((path + "head" + "title").value == "My & feeds")
      #expect((path + "version").value == "2.0")
      #expect((path + "body" + "1" + "isopen").value == "yes")
      #expect((path + "body" + "1" + "1" + "text").value == "Daring Fireball")
      #expect((path + "body" + "1" + "1" + "xmlUrl").value == "https://example.com/?a=1&b=2")
      #expect((path + "body" + "1" + "2" + "text").value == "\"Two\"\nlines")
      #expect((path + "body" + "2" + "text").value == "Last")
      #expect(!(path + "body" + "3").isDefined)
    }
    let text = try odb.path(["feeds"]).opml()
    #expect(try odb.path(["again"]).importOPML(text: text) == 4)
    #expect(try odb.path(["again"]).json() == odb.path(["feeds"]).json())
    #expect(odb.error == nil)
  }

  @Test("Any table can be written, in the order of its numbers")
  func writing() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform {
      let table = odb.path(["t"]).ensureTable()
      for number in [10, 9, 1] { table?.addSubtable(name: "\(number)")?.set("n\(number)", name: "text") }
      table?.addSubtable(name: "Named")?.set(true, name: "on")
      table?.set("a\u{1}<b>", name: "two words")
    }
    let text = try odb.path(["t"]).opml()
    let lines = text.split(separator: "\n").filter { $0.contains("outline") }
    #expect(
      lines == [
        #"<outline text="n1"/>"#, #"<outline text="n9"/>"#, #"<outline text="n10"/>"#,
        #"<outline text="Named" on="true"/>"#, "<outline text=\"two words\" value=\"a\u{FFFD}&lt;b&gt;\"/>",
      ])
    #expect(try odb.path(["u"]).importOPML(text: text) == 5)
    #expect(throws: ODBError.self) { try odb.path(["t", "two words"]).opml() }
  }

  @Test(
    "What is no OPML is refused with its place, and changes nothing",
    arguments: [
      "", "text", "<html/>", "<opml>", "<opml></body></opml>", "<opml/><opml/>",
      "<opml><body><outline a='1' A='2'/></body></opml>", "<opml><body><outline a='1' a='2'/></body></opml>",
      "<opml><body><outline a='&nope;'/></body></opml>", "<opml><body><outline a='<'/></body></opml>",
      "<!DOCTYPE x [<!ENTITY a 'b'>]><opml/>", "<opml a=1/>", "<opml a='&#x110000;'/>", "<opml><!-- ", "<opml a='",
    ])
  func refusals(_ text: String) throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform { odb.path(["t"]).setValue(1) }
    #expect(throws: ODBImportError.self) { try odb.path(["t"]).importOPML(text: text) }
    #expect(odb.perform { odb.path(["t"]).value } == 1)
    #expect(odb.rowCount == 2)
  }

  @Test("Bytes that are no UTF-8 are refused")
  func bytes() throws {
    let odb = try Place.sqlite.made().odb()
    let bytes = Array("<opml a='".utf8) + [0xFF, 0x27, 0x3E]
    #expect(throws: ODBImportError.self) { try odb.path(["t"]).importOPML(bytes) }
  }

  @Test("Levels without end are refused")
  func depth() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let deep = "<opml><body>" + String(repeating: "<outline>", count: 20_000)
    #expect(throws: ODBImportError.self) { try odb.path(["t"]).importOPML(text: deep) }
    #expect(odb.rowCount == 1)
  }
}
