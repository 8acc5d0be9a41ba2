internal import ORDAPlatform

/// A mutex with a condition, in memory that does not move: what the core blocks threads with.
///
/// Waiting is by the monotonic clock where the system allows (a changed wall clock must not end a wait).
package final class Condition: @unchecked Sendable {
  // Proof: the pthread objects are made for use by many threads, and the pointers never change.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    #if os(Linux)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #else
      pthread_cond_init(condition, nil)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  /// Takes the lock where nobody has it; false where somebody does.
  package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  package func unlock() { pthread_mutex_unlock(mutex) }
  /// Runs the body while no other thread has the lock; throws what the body throws.
  @inline(__always)
  package func withLock<Output, Failure: Error>(_ body: () throws(Failure) -> Output) throws(Failure) -> Output {
    lock()
    defer { unlock() }
    return try body()
  }

  package func signal() { pthread_cond_signal(condition) }
  package func broadcast() { pthread_cond_broadcast(condition) }
  /// Waits until signalled; the caller holds the lock and checks again what it waits for.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits until signalled or until a moment of the monotonic clock.
  package func wait(until deadline: MonotonicTime) {
    #if os(Linux)
      var limit = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
      pthread_cond_timedwait(condition, mutex, &limit)
    #else
      let left = max(0, deadline.nanoseconds - MonotonicTime.now.nanoseconds)
      var interval = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      pthread_cond_timedwait_relative_np(condition, mutex, &interval)
    #endif
  }
}
