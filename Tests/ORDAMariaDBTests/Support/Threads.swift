import Foundation

/// Threads of a test's own: Swift's cooperative pool has as few as the machine has cores, and must not be blocked.
enum Threads {
  /// Runs the body on so many threads at once and waits for all of them.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    start(count, body).wait()
  }

  /// Starts so many threads, to be waited for with the group.
  static func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    return group
  }
}

/// Something that a test's threads share under a lock. The one of Synchronization gives false reports under
/// ThreadSanitizer on Linux.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // Proof: `value` is touched only under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  @discardableResult
  func with<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  var current: Value { with { $0 } }
}

extension Threads {
  /// Runs the body on so many threads at once, waits for all, and throws the first error.
  static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Shared<[any Error]>([])
    run(count) { index in
      do { try body(index) } catch { failures.with { $0.append(error) } }
    }
    if let first = failures.current.first { throw first }
  }
}

extension Threads {
  /// Runs a body on a thread of its own, while the test's task waits and blocks none: for what blocks for long.
  static func apart(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
