import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// Pages by the key: each row once, forwards and backwards.
@Suite struct PagingTests {
  static let script: SQL = """
    CREATE TABLE plain (id INTEGER NOT NULL PRIMARY KEY, number INTEGER, name VARCHAR(20));
    CREATE TABLE pairs (a VARCHAR(10) NOT NULL, b INTEGER NOT NULL, number INTEGER, PRIMARY KEY (a, b));
    CREATE TABLE keyless (number INTEGER, name VARCHAR(20));
    """

  static func fill(_ db: any Governor) async throws {
    for id in 1...37 {
      let number: Int? = id % 5 == 0 ? nil : id % 7
      try await db.execute("INSERT INTO plain VALUES (\(id), \(number), \("name \(id % 3)"))")
      try await db.execute("INSERT INTO pairs VALUES (\("k\(id % 4)"), \(id), \(number))")
      try await db.execute("INSERT INTO keyless VALUES (\(number), \("name \(id)"))")
    }
  }

  /// Walks through all pages to the end, and back again.
  static func walk(_ served: ServedSite, _ table: String, _ fields: String, count: Int) async throws {
    var address = "/api/tables/\(table)?rows=5&\(fields)"
    var forward: [[JSON]] = []
    var pages = 0
    while true {
      let reply = try await served.get(address)
      let json = try reply.json
      try #require(reply.status == 200, "\(reply.text)")
      forward.append(json["rows"].array)
      pages += 1
      try #require(pages < 50)
      guard let next = json["next"].string else {
        guard var previous = json["previous"].string else { break }
        var place = forward.count - 2
        while place >= 0 {
          let json = try await served.get("/api/tables/\(table)?rows=5&\(fields)&\(previous)").json
          #expect(json["rows"].array == forward[place], "page \(place) of \(table) by \(fields), backwards")
          place -= 1
          guard let more = json["previous"].string else { break }
          previous = more
        }
        #expect(place < 0, "the way back of \(table) by \(fields) ended early")
        break
      }
      address = "/api/tables/\(table)?rows=5&\(fields)&\(next)"
    }
    let all = try await served.get("/api/tables/\(table)?rows=1000&\(fields)").json["rows"].array
    #expect(all.count == count)
    #expect(forward.flatMap { $0 } == all, "\(table) by \(fields)")
  }

  static let ways = ["", "sort=number", "sort=number&desc=1", "sort=name", "sort=name&desc=1", "sort=id&desc=1"]

  static func walkAll(_ served: ServedSite) async throws {
    for way in ways { try await walk(served, "plain", way, count: 37) }
    for way in ["", "sort=number", "sort=number&desc=1", "sort=b", "sort=a&desc=1"] {
      try await walk(served, "pairs", way, count: 37)
    }
  }

  @Test func everyRowComesOnce() async throws {
    let served = try await ServedSite(Self.script)
    try await Self.fill(served.db)
    try await Self.walkAll(served)
    try await Self.walk(served, "keyless", "", count: 37)
    try await Self.walk(served, "keyless", "sort=number", count: 37)
  }

  @Test func viewsAreCountedFromTheFirstRow() async throws {
    let served = try await ServedSite(Self.script)
    try await Self.fill(served.db)
    try await served.db.execute("CREATE VIEW v AS SELECT * FROM plain WHERE id > 10")
    try await Self.walk(served, "v", "sort=id", count: 27)
    #expect(try await served.get("/music/table/v").text.contains("counted from the first row"))
    #expect(try await !served.get("/music/table/plain").text.contains("counted from the first row"))
  }

  @Test func filtersAreTakenTogether() async throws {
    let served = try await ServedSite(Self.script)
    try await Self.fill(served.db)
    func ids(_ fields: String) async throws -> [Double] {
      try await served.get("/api/tables/plain?rows=100&\(fields)").json["rows"].array.compactMap {
        $0.array.first?.number
      }
    }
    #expect(try await ids("c=id&o=le&v=3") == [1, 2, 3])
    #expect(try await ids("c=id&o=ge&v=3&c=id&o=lt&v=5") == [3, 4])
    #expect(try await ids("c=number&o=null&v=&c=id&o=lt&v=12") == [5, 10])
    #expect(try await ids("c=name&o=contains&v=e+1&c=id&o=lt&v=5") == [1, 4])
    #expect(try await ids("c=name&o=begins&v=%25") == [])
    #expect(try await ids("c=name&o=eq&v=name+1&q=7") == [7, 37])
    #expect(try await ids("filter=" + PercentCoding.encoded(#"["id","eq","4"]"#)) == [4])
    #expect(try await served.get("/api/tables/plain?c=nothing&o=eq&v=1").status == 400)
    #expect(try await served.get("/api/tables/plain?c=id&o=drop&v=1").status == 400)
    #expect(try await served.get("/api/tables/plain?filter=x").status == 400)
    #expect(try await served.get("/api/tables/plain?after=x").status == 400)
    #expect(try await served.get("/api/tables/plain?after=i1,i2").status == 400)
    #expect(try await served.get("/api/tables/plain?rows=0").status == 400)
    #expect(try await served.get("/api/tables/plain?rows=10001").status == 400)
    #expect(try await served.get("/api/tables/nothing").status == 404)
  }

  @Test func aPageOfTenThousandRowsIsOne() async throws {
    let served = try await ServedSite(
      """
      CREATE TABLE many (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO many SELECT i, 'name ' || i FROM n;
      """)
    let json = try await served.get("/api/tables/many?rows=10000").json
    #expect(json["rows"].array.count == 10_000)
    #expect(json["next"] == .text("after=i10000"))
    let page = try await served.get("/music/table/many?rows=10000")
    #expect(page.status == 200)
    #expect(page.text.contains("data-key=\"i10000\""))
  }

  @Test func longValuesAreShownByTheirBeginning() async throws {
    let served = try await ServedSite(
      """
      CREATE TABLE big (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB);
      INSERT INTO big VALUES (1, replace(hex(zeroblob(25000000)), '0', 'x'), zeroblob(50000000));
      """)
    let page = try await served.get("/music/table/big")
    #expect(page.text.utf8.count < 20_000)
    #expect(page.text.contains("…"))
    #expect(try await served.get("/music/row/big?key=i1").text.utf8.count < 40_000)
    let whole = try await served.get("/music/value/big?key=i1&column=text")
    #expect(whole.text.utf8.count == 50_000_000)
    #expect(whole.headers["content-disposition"]?.hasPrefix("attachment") == true)
    #expect(whole.headers["content-type"] == "application/octet-stream")
  }
}
