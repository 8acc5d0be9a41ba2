import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// How often it was asked before.
  @discardableResult
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  var current: Int { count.load(ordering: .relaxed) }
}
