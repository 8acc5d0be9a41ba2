// expect: is unavailable from asynchronous contexts
// top-level code
import ORDA

func database() -> any Governor { fatalError() }
let db = database()
for (id, name) in try await db.query((Int, String).self, "SELECT id, name FROM genre") { print(id, name) }
