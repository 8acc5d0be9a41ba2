import Testing

@testable import Command

@Suite struct CompleterTests {
  let completer = Completer(
    names: {
      Completer.Names(columns: ["genre": ["id", "name"], "Track": ["id", "title", "select me"], "order": ["total"]])
    },
    quote: { "\"\($0)\"" })

  @Test(
    arguments: [
      ("SELECT * FROM ", 0, ["Track", "genre", "order"]), ("SELECT * FROM t", 1, ["Track"]),
      ("insert into G", 1, ["genre"]),
      ("SEL", 3, ["\"select me\"", "SELECT"]), ("sel", 3, ["\"select me\"", "select"]),
      ("SELECT ti", 2, ["time", "timestamp", "title"]),
      ("SELECT track.", 0, ["\"select me\"", "id", "title"]), ("SELECT genre.n", 1, ["name"]),
      ("SELECT x.na", 2, ["name"]), ("SELECT 'sel", 0, []), ("SELECT ", 0, []), ("zzz", 3, []),
      ("SELECT TI", 2, ["TIME", "TIMESTAMP", "title"]),
      ("SELECT 1;\nSELECT * FROM gen", 3, ["genre"]),
      (".sch", 4, [".schema"]), (".t", 2, [".tables", ".timing"]), (".schema g", 1, ["genre"]),
      (".timing o", 1, ["off", "on"]),
      (".format t", 1, ["table"]), (".quit x", 1, []),
      ("SELECT \"sel", 4, ["\"select me\""]), ("SELECT Track.\"select m", 9, ["\"select me\""]),
      ("SELECT * FROM \"", 1, ["\"Track\"", "\"genre\"", "\"order\""]), ("SELECT `ti", 3, ["\"title\""]),
      ("SELECT 'it''s \"x", 0, []), ("SELECT \"select me\", gen", 3, ["genre"]),
    ] as [(String, Int, [String])]) func candidates(_ text: String, _ length: Int, _ candidates: [String])
  {
    let completion = completer.complete(text)
    #expect(completion.candidates == candidates)
    if !candidates.isEmpty { #expect(completion.length == length) }
  }

  @Test func whatIsPutIn() {
    #expect(Completion(length: 2, candidates: ["genre"]).insertion == "genre ")
    #expect(Completion(length: 2, candidates: ["title", "titles"]).insertion == "title")
    #expect(Completion(length: 5, candidates: ["title", "titles"]).insertion == nil)
    #expect(Completion(length: 1, candidates: ["Title", "tiny"]).insertion == "Ti")
    #expect(Completion(length: 1, candidates: []).insertion == nil)
  }
}
