// expect: is unavailable from asynchronous contexts
// top-level code
import ORDA

// Here the compiler prefers what blocks, though it is awaited.
func database() -> any Governor { fatalError() }
let db = database()
try await db.execute("DELETE FROM genre")
