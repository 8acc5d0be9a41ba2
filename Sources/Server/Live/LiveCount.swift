import ORDA
import ORDAThreads

/// How many rows fulfil a page's conditions, counted again after changes, once for everybody who looks: at most once a second, and less
/// often where counting takes long.
final class LiveCount: Sendable {
  private static let limit: Duration = .milliseconds(200)
  private static let pause: Duration = .seconds(1)

  private let current: Lock<String?>
  private let observation: ChangeObservation
  private let counting: Task<Void, Never>

  /// - Parameter tell: Is called when there is another number.
  /// - Throws: `DatabaseError` where the tables can't be followed.
  init(_ select: TableSelect, on database: ServedDatabase, tell: @escaping @Sendable () -> Void) async throws {
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Which tables a view has its rows from is not known here.
    let tables = select.table.description.kind == .view ? [] : [select.table.name]
    observation = try await database.governor.observeChanges(of: tables) { _ in change.yield() }
    let current = Lock<String?>(nil)
    self.current = current
    counting = Task {
      // The number of counts in a row that exceeded the limit. Each one doubles the pause, up to a factor of 64.
      var exceeded = 0
      for await _ in changes {
        let begin = ContinuousClock.now
        if let number = await database.count(select, within: Self.limit) {
          let text = RowCount.exactly(number).text
          let isNew = current.withLock { current in
            defer { current = text }
            return current != text
          }
          if isNew { tell() }
          exceeded = 0
        } else {
          // The next change may be long in coming, so the rows are counted again without one.
          exceeded = min(exceeded + 1, 6)
          change.yield()
        }
        let pause = max(Self.pause, begin.duration(to: .now) * 10) * (1 << exceeded)
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
    // The page was counted before it was followed.
    change.yield()
  }

  deinit {
    counting.cancel()
    observation.cancel()
  }

  /// The number as it is shown; nil where it is not known.
  var text: String? { current.withLock { $0 } }
}
