internal import ORDAPlatform

/// Which thread this is: two values are equal only on one thread.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(address: UInt(bitPattern: Int(bitPattern: pthread_self())))
    #else
      ThreadIdentity(address: UInt(pthread_self()))
    #endif
  }
}
