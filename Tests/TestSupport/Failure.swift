public import ORDA
public import Testing

/// The error of a body that must fail with a ``DatabaseError``.
public func failure<R>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> R
) throws -> DatabaseError {
  try #require(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try body() }
}

/// The same, awaited.
public func asyncFailure<R>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () async throws -> R
) async throws -> DatabaseError {
  try await #require(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try await body() }
}

/// The error of a call; nil where it succeeds or throws one of another type.
public func databaseError(_ body: () throws -> Void) -> DatabaseError? {
  do {
    try body()
    return nil
  } catch { return error as? DatabaseError }
}
