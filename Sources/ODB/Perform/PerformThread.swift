internal import ORDA
internal import ORDAPlatform

/// The performs that a thread is in.
///
/// They belong to the thread and not to a task: a task started inside a perform may run after its end.
final class PerformThread {
  /// One for each database used, in the order of first use.
  private(set) var sessions: [Session] = []
  /// How many calls of `ODB.perform` the thread is in.
  var staticDepth = 0
  /// How many of those are nested and may throw: a database first used in them is part of each.
  var levels = 0
  /// The databases that this run of `ODB.perform` locks before reading, because an earlier run lost against others.
  var locked: Set<ObjectIdentifier> = []

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      pthread_key_create(&key) { Unmanaged<PerformThread>.fromOpaque($0).release() }
    #else
      pthread_key_create(&key) { if let pointer = $0 { Unmanaged<PerformThread>.fromOpaque(pointer).release() } }
    #endif
    return key
  }()

  /// This thread's; nil if it was never in a perform.
  static var existing: PerformThread? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<PerformThread>.fromOpaque(pointer).takeUnretainedValue()
  }

  static var current: PerformThread {
    if let existing { return existing }
    let made = PerformThread()
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  func session(of database: Database) -> Session? {
    for session in sessions where session.database === database { return session }
    return nil
  }

  /// The sessions on a governor that enclose another one there: they share a connection, so its part is a savepoint
  /// inside theirs.
  func sessions(on governor: any Governor, around session: Session? = nil) -> [Session] {
    sessions.prefix { $0 !== session }.filter { $0.opened?.governor === governor }
  }

  /// Has the sessions on a governor begin their transactions and send what waits, because another one will be nested in
  /// them.
  func enclose(_ governor: any Governor) {
    for session in sessions(on: governor) { session.attempt { try session.enclose() } }
  }

  func enter(_ session: Session) { sessions.append(session) }
  func leave(_ session: Session) { sessions.removeAll { $0 === session } }
}
