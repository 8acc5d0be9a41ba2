// expect: is unavailable from asynchronous contexts
// top-level code
import ORDA

func prepared() -> any Statement { fatalError() }
let statement = prepared()
try await statement.execute(1)
