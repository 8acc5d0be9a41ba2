import ORDA
import ORDAImport

/// A file that goes into a database: all of it, or nothing.
protocol FileImport: Sendable {
  var file: ImportedFile { get }
  /// The table that it goes into.
  var table: String { get }

  /// Does it, on behalf of ``run(_:_:limit:)``.
  ///
  /// - Returns: How many rows there are more.
  func insert(_ progress: ImportProgress, _ limit: Duration) async throws -> Int
}

extension FileImport {
  /// Imports it, when the imports before it are done. Where the task is cancelled nothing is kept.
  ///
  /// - Returns: How many rows there are more.
  /// - Throws: ``Problem``; then nothing of the file is in the database, unless it says otherwise.
  func run(_ progress: ImportProgress, _ turns: ImportTurns, limit: Duration) async throws -> Int {
    do {
      return try await withTaskCancellationHandler {
        try await turns.run { try await insert(progress, limit) }
      } onCancel: {
        progress.cancel()
      }
    } catch {
      throw Problem(importing: error)
    }
  }
}
