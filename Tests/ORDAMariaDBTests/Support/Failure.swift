import ORDA
import Testing

/// The error of a body that must fail with a ``DatabaseError``.
func failure<R>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> R
) throws -> DatabaseError {
  do {
    _ = try body()
  } catch let error as DatabaseError {
    return error
  }
  Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  throw NothingThrown()
}

/// Ends a test whose body should have thrown.
struct NothingThrown: Error {}
