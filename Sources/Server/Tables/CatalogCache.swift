import ORDA
import ORDAThreads

/// The catalog of a database, read again when it is no longer sure.
///
/// Reading it takes time in proportion to the number of tables, and each page needs it. Nobody tells on every database that a
/// table was altered, so that it is kept for a second, or for ten times as long as reading it takes; who finds that it is wrong has
/// it read at once.
final class CatalogCache: Sendable {
  private struct State {
    var catalog: Catalog?
    var readAt: ContinuousClock.Instant = .now
    var lasts: Duration = .zero
    var reading: Task<Catalog, any Error>?
  }

  private let governor: any Governor
  private let hasRowids: Bool
  private let state: Lock<State>

  init(_ governor: any Governor, hasRowids: Bool) {
    self.governor = governor
    self.hasRowids = hasRowids
    state = Lock(State())
  }

  /// The catalog. Whoever asks while it is read waits for the same reading.
  func catalog() async throws -> Catalog {
    let (known, reading) = state.withLock { state -> (Catalog?, Task<Catalog, any Error>?) in
      if let catalog = state.catalog, state.readAt.duration(to: .now) < state.lasts { return (catalog, nil) }
      if let reading = state.reading { return (nil, reading) }
      let reading = Task { try await self.read() }
      state.reading = reading
      return (nil, reading)
    }
    if let known { return known }
    guard let reading else { throw CancellationError() }
    return try await reading.value
  }

  /// Has it read again by whoever asks next.
  func forget() { state.withLock { $0.catalog = nil } }

  private func read() async throws -> Catalog {
    let begin = ContinuousClock.now
    do {
      let catalog = Catalog(try await governor.schema(), hasRowids: hasRowids, dialect: governor.dialect)
      state.withLock { state in
        state.catalog = catalog
        state.readAt = .now
        state.lasts = max(.seconds(1), begin.duration(to: .now) * 10)
        state.reading = nil
      }
      return catalog
    } catch {
      state.withLock { $0.reading = nil }
      throw error
    }
  }
}
