import MemoryDriver
import ORDA
import Testing

/// A registry that knows the driver, so that no test depends on another's.
func opened(_ url: String = "memory:", _ script: SQL = "") throws -> any Governor {
  let registry = Registry()
  try Memory.register(with: registry)
  let db = try registry.open(url)
  try db.executeScript(script)
  return db
}

/// A name that no other test has.
func freeName(_ name: String = #function, line: Int = #line) -> String {
  "memory:\(name.filter { $0.isLetter })-\(line)"
}

/// The error that a closure throws.
func failure(_ body: () throws -> Any) throws -> DatabaseError {
  try #require(#expect(throws: DatabaseError.self) { _ = try body() })
}
