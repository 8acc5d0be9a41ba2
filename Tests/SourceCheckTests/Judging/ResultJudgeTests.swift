#if SourceCheck
  import Testing

  @Suite("Types that rows are read as") struct ResultJudgeTests {
    private static let types = """
      struct Album: Codable {
        var id: Int; var title: String; var artistID: Int?; var note: String?; var price: Double?
        static let all = 1
        let kind = "album"
        var shout: String { title + "!" }
      }
      struct Keyed: Decodable {
        var number: Int; var name: String; var more = 0
        enum CodingKeys: String, CodingKey { case number = "id", name = "title" }
      }
      struct Read: RowDecodable {
        var id: Int; var title: String
        init(row: borrowing Row) throws { id = try row.get(0); title = try row["title"] }
      }
      struct Tolerant: RowDecodable {
        var id: Int?
        init(row: borrowing Row) throws { id = try? row.get("nothing") }
      }
      struct Custom: Decodable { var nothing: Int; init(from decoder: any Decoder) throws {} }
      enum Kind: String, ColumnValue { case a }
      enum Size: Int, Codable { case big }
      struct Sized: Codable { var price: Size; var title: Kind }
      """

    @Test(
      "What does not fit is told of",
      arguments: [
        (#"(Int, String).self, "SELECT id FROM album""#, "the statement gives 1 column, and (Int, String) reads 2"),
        (
          #"(Int, Int).self, "SELECT id, title FROM album""#,
          "column title of album is TEXT, which can't be read as Int"
        ),
        (#"UUID.self, "SELECT id FROM album""#, "column id of album is INTEGER, which can't be read as UUID"),
        (#"String?.self, "SELECT price FROM album""#, "column price of album is REAL, which can't be read as String?"),
        (#"Kind.self, "SELECT id FROM album""#, "column id of album is INTEGER, which can't be read as Kind"),
        (#"String.self, "SELECT COUNT(*) AS n FROM album""#, "count(…) is an integer, which can't be read as String"),
        (
          #"Album.self, "SELECT id, titel AS title FROM (SELECT id, title AS titel FROM album)", strategy: .snakeCase"#,
          ""
        ),
        (
          #"Album.self, "SELECT id, title AS titel FROM album""#,
          "the statement gives no column title, which Album.title is read from; did you mean titel?"
        ),
        (#"Album.self, "SELECT id, title, artist_id AS artistid FROM album""#, ""),
        (
          #"Album.self, "SELECT title AS id, title FROM album""#,
          "column title of album is TEXT, which can't be read as Album.id (Int)"
        ),
        (
          #"Album.self, "SELECT id, note AS title FROM album""#,
          "column note of album may be NULL, and Album.title (String) can't be"
        ),
        (#"Keyed.self, "SELECT id, title FROM album""#, ""),
        (
          #"Keyed.self, "SELECT id, name FROM artist""#,
          "the statement gives no column title, which Keyed.name is read from"
        ),
        (
          #"Read.self, "SELECT title, id FROM album""#,
          "column title of album is TEXT, which can't be read as Read.id (Int)"
        ),
        (#"Read.self, "SELECT id FROM album""#, "the statement gives no column title, which Read.title is read from"),
        (#"Custom.self, "SELECT id FROM album""#, ""),
        (#"Tolerant.self, "SELECT id FROM album""#, ""),
        (#"Unknown.self, "SELECT id FROM album""#, ""),
        (#"Sized.self, "SELECT label_id AS price, title FROM album""#, ""),
        (
          #"Sized.self, "SELECT title AS price, title FROM album""#,
          "column title of album is TEXT, which can't be read as Sized.price (Size)"
        ),
      ] as [(String, String)])
    func fit(_ call: String, _ problem: String) throws {
      let found = try Checked.body("try db.query(\(call))", types: Self.types)
      #expect(
        found.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
          == (problem.isEmpty ? [] : [problem]))
    }

    @Test(
      "NULL is told of where it is sure to come",
      arguments: [
        (#"String.self, "SELECT note FROM album""#, true),
        (#"String?.self, "SELECT note FROM album""#, false),
        (#"Value.self, "SELECT note FROM album""#, false),
        (#"String.self, "SELECT title FROM album""#, false),
        (#"String.self, "SELECT note FROM album WHERE note <> ''""#, false),
        (#"String.self, "SELECT note AS n FROM album WHERE n > 'a'""#, false),
        (#"String.self, "SELECT note FROM album WHERE id > 1""#, true),
        (#"String.self, "SELECT note FROM noted""#, false),
        (#"Int.self, "SELECT shown FROM album""#, false),
        (#"Double.self, "SELECT net FROM album""#, false),
        (#"String.self, "WITH a AS (SELECT note FROM album) SELECT note FROM a""#, true),
        (#"String.self, "WITH a AS (SELECT note AS b FROM album) SELECT b FROM a WHERE b IS NOT NULL""#, false),
        (#"String.self, "WITH a (b) AS (SELECT note FROM album) SELECT b FROM a WHERE b IS NOT NULL""#, false),
        (#"String.self, "SELECT c FROM (SELECT b c FROM (SELECT note b FROM album) WHERE b IS NOT NULL)""#, false),
        (#"String.self, "WITH a (b) AS MATERIALIZED (SELECT note FROM album) SELECT b FROM a WHERE b <> ''""#, false),
        (#"String.self, "SELECT note FROM album EXCEPT SELECT NULL""#, false),
        (#"String.self, "SELECT note FROM album WHERE id IN (SELECT album_id FROM song)""#, true),
        (#"String.self, "UPDATE album SET note = 'a' RETURNING note""#, false),
        (#"Int.self, "SELECT max(id) FROM album""#, true),
        (#"Int.self, "SELECT max(id, 3) FROM album""#, false),
        (#"Int.self, "SELECT coalesce(max(id), 0) FROM album""#, false),
        (#"Int.self, "SELECT max(id) FROM album GROUP BY artist_id""#, false),
        (#"Int.self, "SELECT max(id) OVER () FROM album""#, false),
        (#"Int.self, "SELECT count(note) FROM album""#, false),
        // A label need not be there, an album's song need not be there, a song's album is.
        (#"String.self, "SELECT l.name FROM album a LEFT JOIN label l ON l.id = a.label_id""#, true),
        (#"Int.self, "SELECT s.seconds FROM album a LEFT OUTER JOIN song s ON s.album_id = a.id""#, true),
        (#"String.self, "SELECT a.title FROM song s LEFT JOIN album a ON a.id = s.album_id""#, false),
        (#"String.self, "SELECT r.name FROM album a LEFT JOIN artist r ON r.id = a.artist_id""#, true),
        (
          #"String.self, "SELECT r.name FROM album a LEFT JOIN artist r ON r.id = a.artist_id WHERE a.artist_id > 0""#,
          false
        ),
        (
          #"String.self, "SELECT r.name FROM album a LEFT JOIN artist r ON r.id = a.artist_id WHERE r.name > 'a'""#,
          false
        ),
        (#"Int.self, "SELECT s.seconds FROM album a LEFT JOIN song s ON s.album_id = a.id WHERE seconds > 9""#, false),
        (#"Int.self, "SELECT t.seconds FROM song s LEFT JOIN song t ON t.id = s.id + 1""#, false),
        (
          #"Int.self, "SELECT s.seconds FROM album a LEFT JOIN song s ON s.album_id = a.id JOIN song t ON t.id = s.id""#,
          false
        ),
      ] as [(String, Bool)])
    func null(_ call: String, _ isTold: Bool) throws {
      let found = try Checked.body("try db.query(\(call))")
      #expect(found.count == (isTold ? 1 : 0), "\(found)")
      #expect(found.allSatisfy { $0.contains("NULL") })
    }
  }
#endif
