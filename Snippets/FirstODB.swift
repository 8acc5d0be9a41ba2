// README.md's ODB. CommandTests compares it with this, and runs it.
//
//     swift run FirstODB
//
import Foundation

// snippet.program
import ODBSQLite

let odb = ODB(filepath: "reader.odb")
let feed = ODBPath(elements: ["RSS", "feeds", "http://example.com"], odb: odb)
ODB.perform {
  feed.ensureTable()
  (feed + "editedName").setValue("Daring Fireball")
}
let name = odb.perform { (feed + "editedName").value?.string }
// snippet.end
print(name ?? "nothing", odb.error == nil)
odb.close()
for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: "reader.odb" + suffix) }
