import Foundation

/// Runs a body on so many threads of their own, none of them Swift's, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let left = Shared(count)
  await withCheckedContinuation { continuation in
    for index in 0..<count {
      Thread.detachNewThread {
        body(index)
        let isLast = left.with { left in
          left -= 1
          return left == 0
        }
        if isLast { continuation.resume() }
      }
    }
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
