// The examples of docs/live-tables.md. CommandTests compares each with its slice here.
//
//     swift run LiveTables
//
import ORDA
import ORDASQLite
import Observation

// snippet.schema
struct Tracks: TableSchema {
  static let tableName: TableName = "track"
  let id = Column<Int64>("id")
  let name = Column<String>("name")
  let albumId = Column<Int64?>("album_id")
}
// snippet.end

struct Albums: TableSchema {
  static let tableName: TableName = "album"
  let id = Column<Int64>("id")
  let title = Column<String>("title")
}

func tables(_ db: any Governor) throws {
  // snippet.tables
  let genres = try db.table("genre")
  let jazz = try genres.select(where: "name = \("Jazz")")[0]
  jazz["name"] = "Swing"  // UPDATE "genre" SET "name" = ? WHERE "id" = ?
  try jazz.set("name", to: "Bebop")  // the same, throwing
  let isSame = try genres.entry(2) === jazz  // true: one object for each row, as long as somebody holds it
  // snippet.end
  print(isSame, jazz.snapshot().values)
}

@available(macOS 26, *)
func observing(_ jazz: TableEntry) async {
  // snippet.observing
  for await name in Observations({ jazz["name"] as Value }) { print(name) }  // whoever changes it
  // snippet.end
}

func entries(_ entry: TableEntry) throws {
  // snippet.entries
  let name: Value = entry["name"]  // asks the database in a transaction alone; NULL for an unknown name
  let plays: Int? = entry["plays"]  // nil for NULL, and for what is no Int
  let exact = try entry.get("plays", as: Int.self)  // strict
  entry["name"] = "Swing"  // writes now, and blocks until it is written
  try entry.set("name", to: "Swing")  // the same, throwing; also awaited
  try entry.update {  // one UPDATE, in one transaction
    $0["name"] = "Swing"
    $0["plays"] = 3
  }
  try entry.refresh()  // reads the row now; else it follows by itself
  let row = entry.snapshot()  // all values of one moment
  try entry.delete()
  print(entry.key, entry.isDeleted, entry.lastError as Any)
  // snippet.end
  print(name, plays ?? 0, exact, row["name"])
}

func changes(_ entry: TableEntry) async {
  // snippet.entryChanges
  for await change in entry.changes() { print(change.columns) }
  // snippet.end
}

func observation(_ entry: TableEntry) {
  // snippet.entryObservation
  let observation = entry.observe { change in print(change.columns) }  // until it is cancelled, or goes
  // snippet.end
  observation.cancel()
}

struct Cards: TableSchema {
  static let tableName: TableName = "card"
  let id = Column<Int64>("id")
  let votes = Column<Int>("votes")
}

// snippet.version
struct Pages: TableSchema {
  static let tableName: TableName = "page"
  static let versionColumn: String? = "version"  // INTEGER NOT NULL
  let id = Column<Int64>("id")
  let title = Column<String>("title")
}
// snippet.end

func counting(_ db: any Governor, _ card: TypedEntry<Cards>) throws {
  // snippet.counting
  try db.transaction { _ in try card.set(\.votes, to: card.votes + 1) }
  try card.update { $0.votes += 1 }  // the same, where there is nothing else to do in the transaction
  // snippet.end
  print(card.votes)
}

func bonusOfToday() async throws -> Int { 3 }

func asynchronously(_ db: any Governor, _ card: TypedEntry<Cards>) async throws {
  // snippet.asynchronous
  try await db.transaction { tx in
    let bonus = try await bonusOfToday()
    try await tx.update(card) { $0.votes += bonus }
  }
  // snippet.end
}

func askSomebody(about row: EntrySnapshot) throws -> String { "Miles" }

func stillThere(_ seat: TableEntry) throws {
  // snippet.ifStill
  do {
    try seat.set("guest", to: "Nina", ifStill: nil)
  } catch let error as DatabaseError where error.kind == .changedMeanwhile {
    print("taken by", error.found?["guest"] ?? "nobody")
  }
  // snippet.end
  // snippet.snapshot
  let seen = seat.snapshot()
  let guest = try askSomebody(about: seen)  // takes its time
  try seat.update(ifStill: seen) { $0["guest"] = guest }
  // snippet.end
}

func transactions(_ db: any Governor, _ jazz: TableEntry) throws {
  // snippet.transactions
  try db.transaction { _ in
    try jazz.set("name", to: "Swing")
    print(jazz["name"] as Value)  // Swing here, and still Jazz on every other thread
  }
  print(jazz["name"] as Value)  // Swing for all, and only now observers hear of it
  // snippet.end
}

func typed(_ db: any Governor) throws {
  // snippet.typed
  let tracks = try db.table(Tracks.self)  // compares the schema with the database
  let some = try tracks.select { $0.id >= 1 && $0.name.like("A%") }
  let made = try tracks.insert { $0.name = "Naima" }
  made.name = "Naima!"  // a String; writes
  let name = made[\.name]  // always the column, also where the entry has a member of that name, such as key
  let album = try made.related(\.albumId, as: Albums.self)  // the entry that it refers to, the same object for all
  // snippet.end
  print(some.count, name, album?.title ?? "no album")
}

func views(_ db: any Governor) throws {
  // snippet.views
  let tracks = try db.table("track")
  let long = try tracks.follow(where: "seconds > \(300)", orderBy: "name", limit: 100)
  print(long.count, long.entries.map { $0["name"] as Value })  // an array that stays as it is, of live entries
  // snippet.end
  let before = long.entries.count
  try db.execute("UPDATE track SET seconds = 562 WHERE name = 'Alabama'")
  try long.refresh()
  print(before, long.count)
}

func differences(_ long: LiveResult) async {
  // snippet.differences
  var names: [String] = []
  for await difference in long.differences(from: []) {  // the first one brings all that there is
    for place in difference.deletes.reversed() { print("row \(place) goes") }
    for place in difference.inserts { print("row \(place) comes:", difference.after[place].key) }
    for move in difference.moves { print("row \(move.from) moves to \(move.to)") }
    for update in difference.updates { print("row \(update.place) has another", update.columns) }
    difference.apply(to: &names) { $0["name"] ?? "" }  // or all of that at once, for an array of one's own
  }
  // snippet.end
}

func typedViews(_ db: any Governor) throws {
  // snippet.typedViews
  let tracks = try db.table(Tracks.self)
  let some = try tracks.follow(where: { $0.albumId == nil }, orderBy: { [$0.name.ascending, $0.id.descending] })
  for track in some.entries { print(track.name) }
  // snippet.end
}

// snippet.queryRow
struct AlbumLength: Codable {
  var id: Int
  var title: String
  var seconds: Int
}
// snippet.end

func queries(_ db: any Governor) async throws -> LiveQuery<AlbumLength> {
  // snippet.queries
  let albums = try await db.follow(
    AlbumLength.self,
    """
    SELECT a.id, a.title, SUM(t.seconds) AS seconds FROM album a JOIN track t ON t.album_id = a.id
    WHERE t.seconds > \(60) GROUP BY a.id, a.title ORDER BY a.title
    """, key: \.id)
  print(albums.count, albums.rows.map(\.title), albums.tables)  // values; the tables are album and track
  // snippet.end
  return albums
}

func queryDifferences(_ albums: LiveQuery<AlbumLength>) async {
  // snippet.queryDifferences
  let observation = albums.observe { difference in
    for update in difference.updates { print(difference.after[update.place].title, "has another", update.columns) }
  }
  for await difference in albums.differences(fromEmpty: true) {  // the first one brings all that there is
    print(difference.inserts.count, "came", difference.deletes.count, "went")
  }
  // snippet.end
  observation.cancel()
}

try SQLite.register()
let db = try ORDA.open("sqlite::memory:")
try db.blocking.executeScript(
  """
  CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL, plays INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  CREATE TABLE card (id INTEGER PRIMARY KEY, votes INTEGER NOT NULL);
  CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT NOT NULL, version INTEGER NOT NULL);
  CREATE TABLE seat (id INTEGER PRIMARY KEY, guest TEXT);
  INSERT INTO card VALUES (1, 0);
  INSERT INTO seat VALUES (1, NULL);
  CREATE TABLE track (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, seconds INTEGER, album_id INTEGER REFERENCES album (id));
  INSERT INTO genre (name) VALUES ('Rock'), ('Jazz'), ('Blues');
  INSERT INTO track (name, seconds) VALUES ('Alabama', 142), ('So What', 562);
  """)
try tables(db)
if let blues = try db.table("genre").entry(3) {
  try transactions(db, blues)
  try entries(blues)
}
if let card = try db.table(Cards.self).entry(1) {
  try counting(db, card)
  try await asynchronously(db, card)
}
if let seat = try db.table("seat").entry(1) {
  observation(seat)
  try stillThere(seat)
}
print(try db.table(Pages.self).count { $0.id > 0 })
try typed(db)
try views(db)
try typedViews(db)
let albums = try await queries(db)
async let told: Void = queryDifferences(albums)
albums.close()
await told
try db.blocking.close()
