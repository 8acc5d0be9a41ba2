// accept
// top-level code
import ORDA

// A program that awaits nothing may block.
func database() -> any Governor { fatalError() }
let db = database()
try db.execute("DELETE FROM genre")
try db.transaction { tx in try tx.execute("DELETE FROM genre") }
try db.ping()
