public import ORDAPlatform

/// Identifies a thread: two values are equal only on one thread.
public struct ThreadIdentity: Hashable, Sendable {
  @usableFromInline let address: UInt

  @inlinable
  init(address: UInt) { self.address = address }

  /// This thread's. The system may give it again once the thread has ended.
  @inlinable
  public static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(address: UInt(bitPattern: Int(bitPattern: pthread_self())))
    #else
      ThreadIdentity(address: UInt(pthread_self()))
    #endif
  }
}
