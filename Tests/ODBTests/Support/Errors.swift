import ODB
import ORDA
import Testing

/// Expects one error, by what it says.
func expect<R>(
  _ expected: ODBError, sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> R
) {
  do {
    _ = try body()
    Issue.record("nothing was thrown, and not: \(expected)", sourceLocation: sourceLocation)
  } catch {
    #expect(error is ODBError && "\(error)" == "\(expected)", "\(error)", sourceLocation: sourceLocation)
  }
}

extension ODBError {
  /// What the database said; nil of other errors.
  var kind: DatabaseError.Kind? {
    if case .database(let error) = self { error.kind } else { nil }
  }
}

/// What a body throws on purpose.
struct Undone: Error {}

/// Expects that a body throws what it throws on purpose.
func expectUndone<R>(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R) {
  #expect(throws: Undone.self, sourceLocation: sourceLocation) { _ = try body() }
}
