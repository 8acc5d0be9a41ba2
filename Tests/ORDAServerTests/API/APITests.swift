import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// What programs read.
@Suite struct APITests {
  private static let script: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT, data BLOB, rate REAL);
    INSERT INTO genre VALUES (1, 'Jazz "1"', x'00ff', 1.5), (2, NULL, NULL, 1e400);
    """

  @Test func theDescriptionIsJSONThatNamesEachPath() async throws {
    let served = try await ServedSite(Self.script)
    let json = try await served.get("/api/openapi.json").json
    guard case .object(let paths) = json["paths"] else {
      Issue.record("there are no paths")
      return
    }
    #expect(Set(paths.keys) == ["/api/databases", "/api/tables", "/api/tables/{table}", "/api/query", "/api/changes"])
  }

  @Test func tablesAreListed() async throws {
    let served = try await ServedSite(Self.script)
    let table = try await served.get("/api/tables").json["tables"].array.first
    #expect(table?["name"] == .text("genre"))
    #expect(table?["key"] == .array([.text("id")]))
    #expect(table?["columns"].array.count == 4)
    #expect(try await served.get("/api/databases").json["databases"].array.first?["writable"] == .bool(false))
  }

  @Test func valuesHaveTagsWhereJSONHasNoForm() async throws {
    let served = try await ServedSite(Self.script)
    let rows = try await served.get("/api/tables/genre").json["rows"].array
    #expect(rows[0].array == [.number(1), .text("Jazz \"1\""), .object(["$bytes": .text("AP8=")]), .number(1.5)])
    #expect(rows[1].array == [.number(2), .null, .null, .object(["$double": .text("inf")])])
  }

  /// A page is written while it is read, the rows of a statement are kept first.
  @Test func pagesAndStatementsWriteTheSame() async throws {
    let served = try await ServedSite(
      """
      CREATE TABLE v (id INTEGER PRIMARY KEY, a, b TEXT);
      INSERT INTO v VALUES (1, NULL, ''), (2, -9223372036854775808, 'a "quote", a \\ and é'),
        (3, 9223372036854775807, char(1, 10, 31, 127)),
        (4, -1.5, CAST(x'ff41' AS TEXT)), (5, x'', x'00ff'), (6, -9e999, 'a' || char(0) || 'b'), (7, 0, '"'), (8, 1e300, char(8232, 128512));
      """)
    let page = try await served.get("/api/tables/v")
    let statement = try await served.get("/api/query?sql=" + PercentCoding.encoded("SELECT * FROM v ORDER BY id"))
    let rows = try page.json["rows"].array
    #expect(rows.count == 8)
    #expect(try rows == statement.json["rows"].array)
    // Numbers as they are, which a decoder would round.
    for text in [#"[2,-9223372036854775808,"a \"quote\", a \\ and é"]"#, "[3,9223372036854775807,", #"[7,0,"\""]"#] {
      #expect(page.text.contains(text))
    }
    #expect(rows[4].array[1] == .object(["$bytes": .text("")]))
    #expect(rows[5].array[2] == .text("a\u{0}b"))
    #expect(rows[3].array[2] == .object(["$other": .object(["type": .text("text"), "bytes": .text("/0E=")])]))
  }

  @Test func longValuesAreCut() async throws {
    let served = try await ServedSite(
      """
      CREATE TABLE long (id INTEGER PRIMARY KEY, a, b);
      INSERT INTO long VALUES (1, replace(hex(zeroblob(35000)), '0', 'é'), zeroblob(70000)),
        (2, replace(hex(zeroblob(32768)), '0', 'é') || 'e', 'e');
      """)
    let rows = try await served.get("/api/tables/long").json["rows"].array
    #expect(rows[0].array[1] == .text(String(repeating: "é", count: 65_537)))
    #expect(rows[0].array[2]["$bytes"].string?.utf8.count == (65_537 + 2) / 3 * 4)
    #expect(rows[1].array[1] == .text(String(repeating: "é", count: 65_536) + "e"))
  }

  @Test func problemsAreJSON() async throws {
    let served = try await ServedSite(Self.script)
    for (address, status) in [
      ("/api/nothing", 404), ("/api/tables/nothing", 404), ("/api/tables?database=no", 404), ("/api/query", 400),
      ("/api/query?sql=SELECT+nothing", 422), ("/api/query?sql=DROP+TABLE+genre", 403),
    ] {
      let reply = try await served.get(address)
      #expect(reply.status == status, "\(address): \(reply.text)")
      #expect(try reply.json["error"]["message"].string?.isEmpty == false)
    }
    #expect(try await served.post("/api/query", ["sql": "SELECT 1"]).status == 405)
  }

  @Test func filesHaveAllRows() async throws {
    let served = try await ServedSite(Self.script)
    let csv = try await served.get("/music/export/genre?format=csv")
    #expect(csv.text == "id,name,data,rate\r\n1,\"Jazz \"\"1\"\"\",00ff,1.5\r\n2,,,inf\r\n")
    let json = try await served.get("/music/export/genre?format=json&c=id&o=eq&v=1")
    #expect(try json.json.array.count == 1)
    let lines = try await served.get("/music/export/genre?format=jsonl")
    #expect(lines.text.split(separator: "\n").count == 2)
    #expect(try await served.get("/music/export/genre?format=exe").status == 400)
    let query = try await served.get("/music/download?format=csv&sql=" + PercentCoding.encoded("SELECT id FROM genre"))
    #expect(query.text == "id\r\n1\r\n2\r\n")
  }

  @Test func changesAreTold() async throws {
    let served = try await ServedSite(Self.script)
    let site = ServedSite(serving: served.db)
    var question = Question(method: .get, address: Address(reading: "/api/changes?table=genre"))
    question.headers = ["host": "127.0.0.1:8080"]
    let answer = await site.site.answer(question)
    guard case .stream(let write) = answer.body else {
      Issue.record("this is no stream")
      return
    }
    let kept = KeptBytes()
    let task = Task { try await write(kept) }
    try await kept.wait { !$0.isEmpty }
    try await served.db.execute("UPDATE genre SET name = 'Swing' WHERE id = 1")
    try await kept.wait { $0.contains(#""kind":"update","key":[1],"columns":["name"]"#) }
    site.site.end()
    _ = await task.result
  }
}
