import ORDA

/// Runs the body and returns the error it throws, if it is a ``DatabaseError``; nil where it throws none or another.
func asyncDatabaseError(_ body: () async throws -> Void) async -> DatabaseError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? DatabaseError
  }
}
