import ORDA

/// The kind of the error that a piece of work ends in; nil where it succeeds.
func errorKind(_ work: () async throws -> Void) async -> DatabaseError.Kind? {
  await thrownError(work)?.kind
}

/// The database's error that a piece of work ends in; nil where it succeeds.
func thrownError(_ work: () async throws -> Void) async -> DatabaseError? {
  do {
    try await work()
    return nil
  } catch {
    return error as? DatabaseError ?? DatabaseError(.other, "not the database's: \(error)")
  }
}
