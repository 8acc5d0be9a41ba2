import ORDA
import Observation
import Synchronization

/// One observer for each of some entries, as a view on a screen is one: it is called once, and observes anew.
final class Observers: Sendable {
  private let entries: [TableEntry]
  private let calls = CallCount()

  init(_ entries: [TableEntry]) { self.entries = entries }

  /// Begins to observe a column of each.
  func begin(_ column: String) {
    calls.count.store(0, ordering: .relaxed)
    for entry in entries {
      withObservationTracking {
        _ = entry[column] as Value
      } onChange: { [calls] in
        calls.count.add(1, ordering: .relaxed)
      }
    }
  }

  /// Throws unless each was called.
  func check() throws {
    let calls = calls.count.load(ordering: .relaxed)
    guard calls == entries.count else {
      throw LiveFailure(description: "\(calls) of \(entries.count) observers were called")
    }
  }
}

/// The number of calls of observers, which hold only this: an observer that held its entry would keep the entry forever.
final class CallCount: Sendable {
  let count = Atomic(0)
}

/// What a live table did is not what it promises.
struct LiveFailure: Error, CustomStringConvertible {
  let description: String
}
