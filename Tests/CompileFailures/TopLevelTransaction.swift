// expect: is unavailable from asynchronous contexts
// top-level code
import ORDA

func database() -> any Governor { fatalError() }
let db = database()
try await db.transaction { tx in try tx.execute("DELETE FROM genre") }
