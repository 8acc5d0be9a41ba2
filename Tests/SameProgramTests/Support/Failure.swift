import ORDA
import Testing

/// The error of a body that must fail with a ``DatabaseError``.
func failure<R>(_ location: SourceLocation = #_sourceLocation, of body: () throws -> R) throws -> DatabaseError {
  try #require(throws: DatabaseError.self, sourceLocation: location) { _ = try body() }
}

/// The same, awaited.
func failure<R>(
  _ location: SourceLocation = #_sourceLocation, of body: () async throws -> R
) async throws -> DatabaseError {
  try await #require(throws: DatabaseError.self, sourceLocation: location) { _ = try await body() }
}
