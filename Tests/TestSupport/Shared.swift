import Foundation

/// A value that a test's threads and tasks share under a lock, and whose changes they can wait for.
///
/// ThreadSanitizer reports false races for the lock of `Synchronization` on Linux, so this type uses Foundation's.
public final class Shared<Value>: @unchecked Sendable {
  // Proof: `value` and `waiters` are touched only under the condition's lock.
  private let condition = NSCondition()
  private var value: Value
  private var waiters: [Waiter] = []
  private var lastWaiter = 0

  private struct Waiter {
    let number: Int
    let isMet: (Value) -> Bool
    let resume: (Value?) -> Void
  }

  /// Creates a shared value.
  public init(_ value: Value) { self.value = value }

  /// Reads or changes the value while no other thread does, then wakes the waiters whose condition holds.
  @discardableResult
  public func with<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    condition.lock()
    var met: [Waiter] = []
    defer {
      let current = value
      condition.unlock()
      for waiter in met { waiter.resume(current) }
    }
    defer {
      condition.broadcast()
      if !waiters.isEmpty {
        met = waiters.filter { $0.isMet(value) }
        waiters.removeAll { waiter in met.contains { $0.number == waiter.number } }
      }
    }
    return try body(&value)
  }

  /// The current value.
  public var current: Value {
    get {
      condition.lock()
      defer { condition.unlock() }
      return value
    }
    set { with { $0 = newValue } }
  }

  /// Blocks this thread until the condition holds, and returns the value that met it.
  ///
  /// There is no time limit: `Scripts/test.sh` ends a suite that hangs and prints its stacks.
  @discardableResult
  public func wait(until isMet: (Value) -> Bool) -> Value {
    condition.lock()
    defer { condition.unlock() }
    while !isMet(value) { condition.wait() }
    return value
  }

  /// Suspends this task until the condition holds, and returns the value that met it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  @discardableResult
  public func wait(until isMet: @escaping @Sendable (Value) -> Bool) async throws -> Value where Value: Sendable {
    let number = newWaiterNumber()
    let met: Value? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Waiter(number: number, isMet: isMet) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      remove(number)
    }
    guard let met else { throw CancellationError() }
    return met
  }

  private func newWaiterNumber() -> Int {
    condition.lock()
    defer { condition.unlock() }
    lastWaiter += 1
    return lastWaiter
  }

  private func add(_ waiter: Waiter) {
    condition.lock()
    let current = value
    let isMet = waiter.isMet(current)
    let isCancelled = Task.isCancelled
    if !isMet, !isCancelled { waiters.append(waiter) }
    condition.unlock()
    if isMet { waiter.resume(current) } else if isCancelled { waiter.resume(nil) }
  }

  private func remove(_ number: Int) {
    condition.lock()
    let waiter = waiters.first { $0.number == number }
    waiters.removeAll { $0.number == number }
    condition.unlock()
    waiter?.resume(nil)
  }
}

/// Something that happens once, and that threads and tasks wait for.
public final class Event: Sendable {
  private let happened = Shared(false)

  /// Creates an event that has not happened.
  public init() {}

  /// Whether the event has happened.
  public var hasHappened: Bool { happened.current }

  /// Notes that the event has happened, and wakes everyone who waits for it.
  public func signal() { happened.current = true }

  /// Blocks this thread until the event has happened.
  public func wait() { happened.wait { $0 } }

  /// Suspends this task until the event has happened.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func wait() async throws { try await happened.wait { $0 } }
}
