// The examples of the article about transactions, and of those about ordered work and changes, in one program.
//
//     swift run Transactions
//
import ORDA
import ORDASQLite
import Synchronization

final class Cache: Sendable {
  private let names = Mutex<[Int: String]>([:])
  func forget(_ id: Int) { names.withLock { $0[id] = nil } }
}

func rename(_ db: any Governor, _ cache: Cache, _ id: Int) throws {
  // snippet.atEnd
  try db.transaction { tx in
    try tx.execute("UPDATE genre SET name = 'Bebop' WHERE id = ?", id)
    try tx.atEnd { outcome in  // committed, rolled back, undone with a savepoint, or unknown
      if outcome != .rolledBack { cache.forget(id) }
    }
  }
  // snippet.end
}

func byHand(_ db: any Governor) throws {
  // snippet.begin
  let tx = try db.begin()
  try tx.execute("UPDATE genre SET name = 'Hard Bop' WHERE id = 1")
  try db.execute("UPDATE genre SET name = 'Delta Blues' WHERE id = 2")  // on the same thread: part of it
  try tx.commit()
  // snippet.end
}

func again(_ db: any Governor) throws {
  // snippet.retrying
  try db.transaction(retrying: 3, deadline: .seconds(5)) { tx in  // at most four times, and five seconds for all
    let plays = try tx.first(Int.self, "SELECT plays FROM genre WHERE id = 1") ?? 0
    try tx.execute("UPDATE genre SET plays = ? WHERE id = 1", plays + 1)
  }
  // snippet.end
}

func inOrder(_ db: any Governor) async throws {
  // snippet.queue
  let queue = db.queue()
  for name in ["Fado", "Tango", "Choro"] {  // from any code, and without waiting
    queue.enqueue { connection in try connection.execute("INSERT INTO genre (name) VALUES (?)", name) }
  }
  print(queue.pending, "are still to be done")
  try await queue.flush()  // all that was given before is done, in its order
  // snippet.end
  try await queue.close()
}

func told(_ db: any Governor, _ cache: Cache) async throws {
  // snippet.beforeReturn
  let observation = try await db.observeChanges(of: "genre", when: .beforeReturn) { batch in
    for case .int(let id) in batch.rows.compactMap(\.key.values.first) { cache.forget(Int(id)) }
  }
  try await db.execute("DELETE FROM genre WHERE id = 3")  // the cache has forgotten it when this returns
  // snippet.end
  observation.cancel()
}

func marked(_ db: any Governor) async throws {
  // snippet.mark
  let observation = try await db.observeChanges(of: "genre") { batch in
    if batch.mark != "editor" { print("somebody else has changed a genre") }
  }
  try await db.transaction(mark: "editor") { try $0.execute("UPDATE genre SET plays = 0") }
  try await db.catchUp()  // the observer has heard of all that anybody committed before
  // snippet.end
  observation.cancel()
}

func prepare() throws -> any Governor {
  try SQLite.register()
  let db = try ORDA.open("sqlite::memory:")
  try db.execute(
    "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, plays INTEGER NOT NULL DEFAULT 0)")
  try db.execute("INSERT INTO genre (name) VALUES ('Jazz'), ('Blues')")
  return db
}

func awaited(_ db: any Governor, _ cache: Cache) async throws {
  try await inOrder(db)
  try await told(db, cache)
  try await marked(db)
  try await db.close()
}

let db = try prepare()
let cache = Cache()
try rename(db, cache, 1)
try byHand(db)
try again(db)
try await awaited(db, cache)
