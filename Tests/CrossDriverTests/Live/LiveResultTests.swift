import ORDA
import Testing

/// Live results follow what is written by way of a governor's own tables and entries on every database, whether its driver
/// tells of changes or not.
@Suite("Live results") struct LiveResultTests {
  private func names(_ result: LiveResult) -> [String] { result.entries.map { $0["name"] ?? "" } }

  @Test("Rows come, go and move; conditions, orders and limits are the database's", arguments: Database.allCases)
  func ownWrites(_ database: Database) async throws {
    let place = try database.opened()
    let db = try await ORDA.open(place.url)
    try await db.execute("CREATE TABLE city (id INTEGER PRIMARY KEY, big INTEGER NOT NULL)")
    try await db.execute(
      "CREATE TABLE person (a INTEGER, b VARCHAR(20), name VARCHAR(20), age INTEGER, city INTEGER, PRIMARY KEY (a, b))")
    try await db.execute("INSERT INTO city VALUES (1, 1), (2, 0)")
    try await db.execute(
      "INSERT INTO person VALUES (1, 'x', 'Ada', 36, 1), (1, 'y', 'Ben', 17, 1), (2, 'x', 'Cleo', 69, 2)")
    let people = try await db.table("person")
    let result = try await people.follow(
      where: "age >= \(18) AND city IN (SELECT id FROM city WHERE big >= 0) -- grown", orderBy: "lower(name) DESC",
      limit: 2)
    #expect(names(result) == ["Cleo", "Ada"])
    var differences = result.differences.makeAsyncIterator()

    let ben = try #require(try await people.entry(1, "y"))
    try await ben.update {
      $0["age"] = 18
      $0["name"] = "Zoe"
    }
    let difference = try #require(await differences.next())
    #expect(difference.inserts == [0])
    #expect(difference.deletes == [1])
    #expect(difference.after.first === ben)
    #expect(names(result) == ["Zoe", "Cleo"])
    try await result[1].delete()
    // What an entry of the list was set to may be told once more by itself, before what becomes of the list.
    var after: [Value]?
    repeat { after = await differences.next()?.after.map { $0["name"] as Value } } while after == ["Zoe", "Cleo"]
    #expect(after == ["Zoe", "Ada"])
    try await people.insert(["a": 9, "b": "z", "name": "yan", "age": 40, "city": 2])
    var inserts: [Int]?
    repeat { inserts = await differences.next()?.inserts } while inserts == []
    #expect(inserts == [1])
    #expect(names(result) == ["Zoe", "yan"])

    try await db.execute("UPDATE person SET name = 'xenia', age = 41 WHERE a = 9")
    try await result.refresh()
    #expect(names(result) == ["Zoe", "xenia"])
    #expect(result[1]["age"] == 41)
    result.close()
    try await db.close(within: .zero)
  }
}
