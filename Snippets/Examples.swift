// The examples of README.md and of the articles in Sources/ORDA/ORDA.docc. CommandTests compares each with its slice here.
//
//     swift run Examples
//
import ORDA
import ORDASQLite

struct Genre: Codable {
  var id: Int
  var name: String
}

// snippet.rowDecodable
struct Track: RowDecodable {
  var id: Int
  var title: String
  var seconds: Int?

  init(row: borrowing Row) throws {
    id = try row.get(0)
    title = try row.get("title")
    seconds = try row.get("seconds")
  }
}
// snippet.end

func parameters(_ db: any Governor) throws {
  // snippet.parameters
  let name = "Robert'); DROP TABLE genre; --"
  try db.execute("INSERT INTO genre (name) VALUES (?)", name)  // in order
  let byName = try db.query("SELECT id FROM genre WHERE name = :name", ["name": name])
  let bound = try db.query("SELECT id FROM genre WHERE name = \(name)")  // interpolated: bound, never pasted
  let some = try db.query("SELECT name FROM genre WHERE id IN \(in: [1, 2, 3])")
  let all = try db.query("SELECT name FROM genre WHERE id IN \(list: Array(1...70_000))")  // a list as one parameter
  let quoted = try db.query("SELECT \(identifier: "name") FROM genre")  // a name, quoted as the database quotes

  let order = "ORDER BY id"
  let pasted = try db.query(SQL(text: "SELECT id FROM genre " + order))  // text made at run time is spelled out
  // snippet.end
  print(byName.count, bound.count, some.count, all.count, quoted.count, pasted.count)
}

func results(_ db: any Governor) throws {
  // snippet.results
  let result = try db.query("SELECT id, name FROM genre ORDER BY id")
  let value = try result[0]["name"]  // row first: a Value, as the database stores it
  let names = try result["name"].get(as: String.self)  // column first: [String]
  let outcome = try db.execute("INSERT INTO genre (name) VALUES (?)", "Fado")
  print(value, names, outcome.changed ?? 0, outcome.lastID ?? 0)
  // snippet.end
}

func typedRows(_ db: any Governor) throws {
  // snippet.typedRows
  // struct Genre: Codable { var id: Int; var name: String }
  let genres = try db.query(Genre.self, "SELECT * FROM genre ORDER BY id")  // Codable: keys are column names
  let pairs = try db.query((Int, String).self, "SELECT id, name FROM genre")  // tuples: by place
  let count = try db.first(Int.self, "SELECT COUNT(*) FROM genre") ?? 0  // one value
  let tracks = try db.query(Track.self, "SELECT id, title, seconds FROM track")  // RowDecodable: the fastest
  // snippet.end
  print(genres.count, pairs.count, count, tracks.count)
}

func manyRows(_ db: any Governor) throws {
  // snippet.manyRows
  let insert = try db.prepare("INSERT INTO track (title, seconds) VALUES (?, ?)")
  try insert.executeMany([("So What", 562), ("Naima", 261)]) { track, parameters in  // all, or none
    try parameters.bind(track.0, track.1)
  }

  var total = 0
  try db.forEach("SELECT seconds FROM track WHERE seconds > ?", 100) { row in  // rows are lent, not copied
    total += try row.get(0, as: Int.self)
  }

  var rows = try db.rows("SELECT title FROM track")  // one by one, when the program wants them
  while let row = try rows.next() {
    print(try row.get(0, as: String.self))
  }
  // snippet.end
  print(total)
}

func schema(_ db: any Governor) throws {
  // snippet.schema
  for table in try db.tables() {
    let description = try db.describe(table.name)
    print(table.name, description.columns.map(\.name), description.primaryKey)
  }
  // snippet.end
}

func create(_ db: any Governor) throws {
  // snippet.create
  try db.create(
    TableDefinition(
      name: "label",
      columns: [.generatedKey("id"), ColumnDefinition("name", .text(maximum: 80), isNullable: false)],
      uniqueConstraints: [UniqueConstraint(columns: ["name"])]))
  // snippet.end
}

func options() throws {
  // snippet.options
  let db = try ORDA.open("sqlite:/var/lib/music.db?mode=ro&busy-timeout=2s&pragma.cache_size=-8000")
  print(try ORDA.explain("sqlite:music.db?readers=8"))  // every option, its value, its default and its meaning
  // snippet.end
  try db.close()
}

func nesting(_ db: any Governor) throws {
  // snippet.nesting
  try db.transaction { tx in
    try tx.execute("UPDATE genre SET name = 'Blues & Soul' WHERE name = 'Blues'")
    do {
      try tx.transaction { inner in  // a savepoint
        try inner.execute("DELETE FROM genre")
        throw SecondThoughts()
      }
    } catch is SecondThoughts {}  // the rows are there again, and the outer transaction goes on
  }
  // snippet.end
}

struct SecondThoughts: Error {}

// snippet.ambient
func rename(_ db: any Governor, _ id: Int, to name: String) throws {
  try db.execute("UPDATE genre SET name = ? WHERE id = ?", name, id)
}

func renameBoth(_ db: any Governor) throws {
  try db.transaction { _ in
    try rename(db, 1, to: "Bebop")  // takes part, though it was given the governor
    try rename(db, 2, to: "Country Blues")
  }
}
// snippet.end

// snippet.executor
func count(_ table: String, on db: some SQLExecutor) throws -> Int {
  try db.first(Int.self, "SELECT COUNT(*) FROM \(identifier: table)") ?? 0
}
// snippet.end

func readOnly(_ db: any Governor) throws {
  // snippet.readOnly
  let (genres, tracks) = try db.transaction(readOnly: true) { tx in  // one view of both tables, beside any writer
    (try count("genre", on: tx), try count("track", on: tx))
  }
  // snippet.end
  print(genres, tracks)
}

func connection(_ db: any Governor) throws {
  // snippet.connection
  try db.onConnect { connection in  // on each connection there is, and on each that will be
    try connection.execute("PRAGMA cache_size = -8000")
  }
  try db.withConnection { connection in  // one connection for the whole closure
    try connection.execute("CREATE TEMPORARY TABLE wanted (id INTEGER)")
    try connection.execute("INSERT INTO wanted VALUES (?)", 1)
  }
  // snippet.end
}

// snippet.pieces
/// Tracks by whatever a visitor has filled in.
func search(_ db: any Governor, title: String?, longest: Int?, ids: [Int], by column: String) throws -> [Track] {
  var conditions: [SQL] = []
  if let title { conditions.append("instr(title, \(title)) > 0") }
  if let longest { conditions.append("seconds <= \(longest)") }
  if !ids.isEmpty { conditions.append("id IN \(in: ids)") }
  var sql: SQL = "SELECT id, title, seconds FROM track"
  if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
  sql += " ORDER BY \(identifier: column)"
  return try db.query(Track.self, sql)
}
// snippet.end

func lists(_ db: any Governor) throws {
  // snippet.lists
  let ids = try db.query(Int.self, "SELECT id FROM track WHERE seconds > 300")
  try db.execute("UPDATE track SET title = upper(title) WHERE id IN \(list: ids)")
  let pairs = [(1, "SO WHAT"), (2, "Naima")]
  let both = try db.query(Track.self, "SELECT id, title, seconds FROM track WHERE (id, title) IN \(list: pairs)")

  let titles = try db.prepare("SELECT title FROM track WHERE id IN \(list: Int.self)")
  let some = try titles.query(String.self, ValueList([1, 2]))
  let others = try titles.query(String.self, ValueList(ids))
  // snippet.end
  let names = ["Naima", "Ж"]
  // snippet.listOfColumn
  let found: SQL = "SELECT id, title, seconds FROM track WHERE title IN \(list: names, of: "track.title")"
  let titled = try db.query(Track.self, found)
  // snippet.end
  print(both.count, some.count, others.count, titled.count)
}

func errors(_ db: any Governor) throws {
  // snippet.errors
  do {
    try db.execute("INSERT INTO genre (name) VALUES (?)", "Jazz")
  } catch .constraint(.unique) {
    print("there already")
  } catch .constraint {
    print("refused by another constraint")
  } catch let error as DatabaseError {
    print(error.kind, error.message, error.sqlState ?? "", error.vendorCode ?? 0, error.sql ?? "", error.isRetryable)
  }
  // snippet.end
}

func changes(_ db: any Governor) async throws {
  // snippet.changes
  let observation = try await db.observeChanges(of: "track", "genre") { batch in print(batch.rows.count) }

  for await batch in try await db.changes(of: "track") {
    for change in batch.rows { print(change.kind, change.key, change.columns ?? []) }
    if batch.unknown.contains("track") { print("something else changed too: read again") }
  }
  // snippet.end
  observation.cancel()
}

func upserts(_ db: any Governor) throws {
  // snippet.upserts
  let save = try db.prepareUpsert(into: "genre", columns: ["id", "name"], key: ["id"])
  try save.execute(1, "Jazz")  // updates the row 1, or inserts it
  try save.executeMany([Genre(id: 20, name: "Ska"), Genre(id: 21, name: "Dub")])  // in one transaction

  try db.upsert(into: "track", ["id": 7, "title": "So What"], key: ["id"])  // one row; its seconds stay as they are
  try db.upsert(into: "genre", Parameters(encoding: Genre(id: 22, name: "Mento")), key: ["id"])
  let isNew = try db.insertOrIgnore(into: "genre", ["id": 22, "name": "Polka"], key: ["id"]).changed == 1
  // snippet.end
  if isNew { print("two genres with one key") }
}

func schemaChanges(_ db: any Governor) throws {
  // snippet.schemaChanges
  let album = TableDefinition(
    name: "album",
    columns: [.generatedKey("id"), ColumnDefinition("title", .text(maximum: 120), isNullable: false)],
    indexes: [IndexDescription(name: "album_by_title", columns: [.init(.column("title"))])])
  try db.create(album, ifMissing: true)  // each time the program starts
  try db.add(ColumnDefinition("year", .integer(bits: 16, isUnsigned: false)), to: "album")
  try db.rename(column: "year", of: "album", to: "released")
  try db.rename(table: "album", to: "record")
  try db.drop(index: "album_by_title", of: "record")
  try db.drop(table: "record", ifExists: true)
  // snippet.end
}

func alterations(_ db: any Governor) throws {
  // snippet.alter
  try db.alter(
    "record",
    [
      .changeColumn(ColumnDefinition("title", .text(maximum: 200), isNullable: false)),
      .addForeignKey(ForeignKey(columns: ["artist"], referencedTable: "artist", referencedColumns: ["id"])),
      .dropColumn("released"),
    ])
  // snippet.end
}

func abilities(_ db: any Governor) throws {
  // snippet.abilities
  try db.compact(["track"])
  if db.capabilities.contains(.addedFunctions) {
    try db.addFunction("initial") { (name: String) in name.first.map(String.init) }
    let initials = try db.query(String.self, "SELECT initial(name) FROM genre ORDER BY id")
    // snippet.end
    if initials.isEmpty { print("no initials") }
  }
}

func locks(_ db: any Governor) throws {
  // snippet.locks
  try db.withLock(named: "migration", timeout: .seconds(30)) { lock in
    try db.create(TableDefinition(name: "version", columns: [ColumnDefinition("n", .int)]), ifMissing: true)
    try lock.check()  // throws where the lock was lost meanwhile
    try db.execute("UPDATE version SET n = 2 WHERE n = 1")
  }
  // snippet.end
}

// snippet.clash
enum Politics {
  struct Governor {}  // the program's own
  static func open() throws -> any ORDA::Governor { try ORDA.open("sqlite::memory:") }
}
// snippet.end

try SQLite.register()
let db = try Politics.open()
try db.execute("CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
try db.execute("CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT NOT NULL, seconds INTEGER)")
try db.execute("INSERT INTO genre (name) VALUES ('Jazz'), ('Blues')")
try errors(db)
try parameters(db)
try results(db)
try manyRows(db)
try typedRows(db)
try schema(db)
try create(db)
try nesting(db)
try renameBoth(db)
try readOnly(db)
try connection(db)
print(try search(db, title: "o", longest: 600, ids: [1, 2, 3], by: "title").count)
try lists(db)
try upserts(db)
try schemaChanges(db)
try abilities(db)
try locks(db)
try db.close()
