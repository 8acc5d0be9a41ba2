import Foundation

/// Whether another task gets its turn while tasks that never have to wait could keep all of Swift's threads busy.
///
/// Each of `count` tasks calls `step(of:)` again and again. For a process of its own: in a shared one other tests' tasks
/// hold some of the threads, and give them up.
public final class OthersTurn: Sendable {
  /// Another task had its turn.
  public struct Given: Error {}

  /// How many tasks have to be busy: as many as Swift has threads.
  public static let count = ProcessInfo.processInfo.activeProcessorCount

  private let length: Duration
  private let begun = Shared<Set<Int>>([])
  private let isOver = Shared(false)

  /// - Parameter length: How long a step keeps its thread busy.
  public init(step length: Duration) { self.length = length }

  /// Keeps the thread busy. Once every task has begun, one more waits for its turn.
  ///
  /// - Throws: `Given` after that one's turn.
  public func step(of number: Int) throws {
    if isOver.current { throw Given() }
    let areAllBusy = begun.with { $0.insert(number).inserted && $0.count == Self.count }
    if areAllBusy { Task.detached { [isOver] in isOver.current = true } }
    let end = ContinuousClock.now + length
    while ContinuousClock.now < end {}
  }

  /// Runs the busy tasks at once; true if another had its turn before any of them was done.
  public func isGiven(by busy: @escaping @Sendable (_ number: Int) async throws -> Void) async -> Bool {
    let tasks = (0..<Self.count).map { number in Task { try await busy(number) } }
    var isGiven = true
    for task in tasks {
      if case .failure(is Given) = await task.result { continue }
      isGiven = false
    }
    return isGiven
  }
}
