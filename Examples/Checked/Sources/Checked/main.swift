import ORDA
import ORDASQLite

try SQLite.register()
let db = try ORDA.open("sqlite::memory:")
try db.migrate(Migration.folder(CommandLine.arguments.dropFirst().first ?? "Migrations", for: db.language))

let notes = Notes(db: db)
try notes.add("Milk", tags: ["home"])
try notes.add("Bread", body: "with seeds", tags: ["home", "bakery"])
for title in try notes.titles(tagged: "home") { print(title) }
for (tag, count) in try notes.counts() { print("\(tag): \(count)") }
