import DataObjects
import Foundation
import ORDA

/// The feeds that somebody reads, and their articles.
@MainActor
final class Reader {
  let store: DataStore
  /// Articles from before it are not taken in. A program keeps it with its settings.
  var oldest = Date.distantPast

  /// Opens the database, and makes its tables the first time.
  init(url: String) async throws {
    store = try await DataStore(url: url, model: model, createsTables: true)
    // What can't be written is told here, and nowhere else: saving never waits, and never throws.
    Task { [errors = store.errors] in
      for await failure in errors {
        let what = "\(failure.entity ?? "something"): \(failure.columns) not saved: \(failure.error)\n"
        FileHandle.standardError.write(Data(what.utf8))
      }
    }
  }

  /// Writes what waits to be written, and closes the database.
  func close() async throws { try await store.close() }
}
