import DataObjects
import Logging
import ORDA
import TestSupport

/// The statements that a store runs.
@MainActor
struct Statements {
  let log = RecordedLog()

  /// A store whose statements are taken down.
  func store(at home: Home) async throws -> (DataStore, any Governor) {
    var configuration = GovernorConfiguration()
    configuration.logger = log.logger(.trace)
    let governor = try await ORDA.open(home.url, configuration: configuration)
    return (try await DataStore(governor: governor, model: .notes, createsTables: true), governor)
  }

  /// The texts of the statements that some work runs, until all that it gave to the queue is done.
  func taken(from store: DataStore, during work: () async throws -> Void) async throws -> [String] {
    await store.flush()
    _ = log.take()
    try await work()
    await store.flush()
    return log.take().compactMap { entry in
      guard let sql = entry.metadata["sql"], !sql.hasPrefix("BEGIN"), !sql.hasPrefix("COMMIT"), !sql.hasPrefix("START")
      else { return nil }
      return sql
    }
  }
}

extension [String] {
  /// True if one of the statements names a table.
  func name(_ table: String) -> Bool {
    contains { $0.split(whereSeparator: { !$0.isLetter }).contains(Substring(table)) }
  }
}
