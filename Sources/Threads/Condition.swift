public import ORDAPlatform

/// A mutex with a condition, in memory that does not move: the core and its drivers block threads with it.
///
/// Waiting is by the monotonic clock where the system allows (a changed wall clock must not end a wait).
public final class Condition: @unchecked Sendable {
  // Proof: pthread objects are made for use by many threads, and the pointers never change.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>

  /// A condition that nobody waits for, and its lock, which nobody holds.
  public init() {
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

  /// Waits until no other thread has the lock, and takes it. A thread that already has it waits for ever.
  @inlinable
  public func lock() { pthread_mutex_lock(mutex) }
  /// Takes the lock if nobody has it; false if somebody does.
  public func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  /// Releases the lock, which this thread has.
  @inlinable
  public func unlock() { pthread_mutex_unlock(mutex) }
  /// Runs the body while no other thread has the lock; throws what the body throws.
  @inlinable @inline(__always)
  public func withLock<Output, Failure: Error>(_ body: () throws(Failure) -> Output) throws(Failure) -> Output {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Wakes one waiting thread, if there is any.
  public func signal() { pthread_cond_signal(condition) }
  /// Wakes all waiting threads.
  public func broadcast() { pthread_cond_broadcast(condition) }
  /// Waits until signalled; the caller holds the lock and checks again what it waits for.
  public func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits until signalled or until a moment of the monotonic clock.
  public func wait(until deadline: MonotonicTime) {
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
