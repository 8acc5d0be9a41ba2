internal import ORDAPlatform

/// The scopes that a thread is in, innermost last.
final class ThreadScopes {
  @exclusivity(unchecked) private var scopes: [LeaseScope] = []

  /// When a thread ends, it leaves no transaction open that it began by hand.
  deinit {
    for scope in scopes.reversed() { scope.endBegun(in: 0) }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      pthread_key_create(&key) { Unmanaged<ThreadScopes>.fromOpaque($0).release() }
    #else
      pthread_key_create(&key) { if let pointer = $0 { Unmanaged<ThreadScopes>.fromOpaque(pointer).release() } }
    #endif
    return key
  }()

  /// This thread's; nil if it never entered one.
  private static var existing: ThreadScopes? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<ThreadScopes>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// True if this thread is in a scope, of whichever governor.
  static var isInAny: Bool { existing.map { !$0.scopes.isEmpty } ?? false }

  /// The innermost scope of a governor on this thread.
  static func current(of governor: ConnectionGovernor) -> LeaseScope? {
    // Most threads are in no scope, and most of those never were: for them this is one look at the thread's storage.
    guard let existing, !existing.scopes.isEmpty else { return nil }
    for scope in existing.scopes { scope.finishWhatWasLetGo() }
    // Open rows lend their connection only if there is no other: otherwise a statement beside them takes one of its
    // own, and sees what was written since they were opened.
    return existing.scopes.last { $0.governor === governor && ($0.kind == .closure || governor.hasSingleConnection) }
  }

  static func enter(_ scope: LeaseScope) {
    if let existing {
      existing.scopes.append(scope)
      return
    }
    let made = ThreadScopes()
    made.scopes.append(scope)
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
  }

  static func leave(_ scope: LeaseScope) {
    guard let existing else { return }
    // Usually it is the innermost. Open rows may end before or after a closure that was begun beside them.
    if existing.scopes.last === scope {
      existing.scopes.removeLast()
    } else {
      existing.scopes.removeAll { $0 === scope }
    }
  }
}
