import Foundation

/// Runs blocking work on a thread of its own, so that no test blocks the threads that all tests share.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}

/// Runs work on a thread of its own and waits for it, blocking.
func onOtherThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
  let result = Box<Result<T, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread {
    result.value = Result { try body() }
    done.signal()
  }.start()
  done.wait()
  guard let value = result.value else { throw CancellationError() }
  return try value.get()
}

/// A value under a lock.
final class Box<T>: @unchecked Sendable {
  // Proof: `stored` is touched only under the lock.
  private let lock = NSLock()
  private var stored: T
  init(_ value: T) { stored = value }

  var value: T {
    get { change { $0 } }
    set { change { $0 = newValue } }
  }

  @discardableResult
  func change<R>(_ body: (inout T) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&stored)
  }
}

/// Waits, blocking, until something holds; false after the limit, which is long because
/// other tests may keep all threads busy.
func eventually(within limit: Duration = .seconds(60), _ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > end { return false }
    usleep(500)
  }
  return true
}

/// Waits, suspended, until something holds; false after the limit.
func soon(within limit: Duration = .seconds(60), _ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > end { return false }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return true
}
