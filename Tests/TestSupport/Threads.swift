public import Foundation

/// Threads of a test's own: Swift's cooperative pool has as few as the machine has cores, and must not be blocked.
public enum Threads {
  /// Starts so many threads, to be waited for with the group.
  public static func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> DispatchGroup {
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

  /// Runs the body on so many threads at once and waits for all of them.
  public static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    start(count, body).wait()
  }

  /// Runs the body on so many threads at once, waits for all, and throws the first error.
  public static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Shared<[any Error]>([])
    run(count) { index in
      do { try body(index) } catch { failures.with { $0.append(error) } }
    }
    if let first = failures.current.first { throw first }
  }

  /// Runs a body on a thread of its own, while the test's task waits and blocks none: for what blocks for long.
  public static func offload<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}

/// Runs a body on so many threads of their own, none of them Swift's, and waits for all without blocking.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      Threads.run(count, body)
      continuation.resume()
    }
  }
}
