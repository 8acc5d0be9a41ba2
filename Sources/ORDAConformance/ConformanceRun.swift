public import ORDA
internal import ORDAThreads

/// One run of one case: its governors and tables, and the checks that it makes.
///
/// A failed check is noted, and the case goes on; `require(_:_:file:line:)` ends it.
public final class ConformanceRun: Sendable {
  struct State {
    var failures: [ConformanceFailure] = []
    var governors: [any Governor] = []
    var tables: [String] = []
    var cleanUps: [@Sendable (any Governor) throws -> Void] = []
  }

  /// What is tested.
  public let subject: ConformanceSubject
  /// A governor of the subject's database that was opened for this run.
  public let db: any Governor
  /// Knows only the subject's driver.
  public let registry: Registry
  /// The beginning of the names of this run's tables.
  let prefix: String
  let state: Lock<State>

  /// Opens the database.
  init(_ subject: ConformanceSubject) throws {
    self.subject = subject
    registry = Registry()
    try registry.register(subject.driver)
    db = try registry.open(subject.url, configuration: subject.configuration)
    state = Lock(State(governors: [db]))
    prefix = "orda_kit_" + String(UInt32.random(in: .min ... .max), radix: 36) + "_"
  }

  /// The settings beside the URL.
  public var profile: ConformanceProfile { subject.profile }
  /// What the database can do.
  public var capabilities: Capabilities { db.capabilities }

  var failures: [ConformanceFailure] { state.withLock { $0.failures } }

  /// Another governor of the same database, closed after the case.
  ///
  /// - Parameter options: Options for the URL, such as `pool.max=1&statement-timeout=50ms`.
  /// - Throws: Ends the case as not supported if two governors don't see the same database.
  public func another(_ options: String = "") throws -> any Governor {
    guard profile.governorsShareDatabase else { throw NotSupported("each governor has a database of its own") }
    return try alone(options)
  }

  /// Another governor of the subject's URL, which need not see the tables of ``db``, closed after the case.
  public func alone(_ options: String = "") throws -> any Governor { try open(url(options)) }

  /// Another governor of the same database, opened without blocking the task's thread.
  public func another(_ options: String = "") async throws -> any Governor {
    try await onThread { try self.another(options) }
  }

  /// Opens any URL; the governor is closed after the case.
  ///
  /// - Parameters:
  ///   - url: The URL, with the scheme of any driver.
  ///   - onConnect: Run on every new connection, after that of the subject's configuration.
  public func open(
    _ url: String, onConnect: [@Sendable (Connection) throws -> Void] = []
  ) throws -> any Governor {
    var configuration = subject.configuration
    configuration.onConnect += onConnect
    let governor = try registry.open(url, configuration: configuration)
    state.withLock { $0.governors.append(governor) }
    return governor
  }

  /// The subject's URL with further options.
  public func url(_ options: String) -> String {
    if options.isEmpty { return subject.url }
    return subject.url + (subject.url.contains("?") ? "&" : "?") + options
  }

  /// A part of the profile.
  ///
  /// - Throws: Ends the case as not supported if it is missing; `name` says what that is.
  public func given<T>(_ part: KeyPath<ConformanceProfile, T?>, _ name: String) throws -> T {
    guard let part = profile[keyPath: part] else { throw NotSupported("the profile has no \(name)") }
    return part
  }

  /// Runs after the case, on a governor of the same database, whatever the outcome; the last one first.
  public func afterwards(_ cleanUp: @escaping @Sendable (any Governor) throws -> Void) {
    state.withLock { $0.cleanUps.append(cleanUp) }
  }
}

/// Ends a case whose failure was already noted.
struct CaseStopped: Error {}

/// Ends a case that does not apply to the subject.
struct NotSupported: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
