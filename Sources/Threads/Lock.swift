public import ORDAPlatform

/// A mutex and the state that it guards.
///
/// Used in place of `Synchronization.Mutex`, which gives false reports under ThreadSanitizer on Linux. Like that one it
/// takes state that need not be Sendable, because the state only comes in and goes out as `sending`. Not recursive: a
/// `withLock` inside a `withLock` of the same lock stops a debug build and hangs a release build. Copies are the same
/// lock.
public struct Lock<State>: @unchecked Sendable {
  // Proof: the state is only reached through `withLock`, which holds the mutex, and enters and leaves it as `sending`.
  @usableFromInline let storage: ManagedBuffer<State, pthread_mutex_t>

  // Inlined, so that the storage's type is known to the program: a look-up of it would take most of the time.
  /// A lock around a state.
  @inlinable
  public init(_ state: sending State) {
    storage = LockStorage<State>.create(minimumCapacity: 1) { _ in state }
    storage.withUnsafeMutablePointerToElements { mutex in
      mutex.initialize(to: pthread_mutex_t())
      initialize(mutex)
    }
  }

  /// Runs the body while no other thread is in this lock; throws what the body throws.
  @inlinable @inline(__always)
  public func withLock<Output, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Output
  ) throws(Failure) -> sending Output {
    // Header and mutex are allocated with the buffer and never move; `storage` is kept alive.
    let mutex = storage.withUnsafeMutablePointerToElements { $0 }
    let state = storage.withUnsafeMutablePointerToHeader { $0 }
    let status = pthread_mutex_lock(mutex)
    assert(status == 0, "a lock was taken again by the thread that holds it")
    defer {
      pthread_mutex_unlock(mutex)
      withExtendedLifetime(storage) {}
    }
    return try body(&state.pointee)
  }
}

/// A state and its mutex, in one piece of memory.
@usableFromInline
final class LockStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
  @inlinable
  deinit {
    _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
  }
}

/// Makes a mutex, which in a debug build notices when its holder takes it again.
@usableFromInline
package func initialize(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
  #if DEBUG
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  #else
    pthread_mutex_init(mutex, nil)
  #endif
}
