internal import Logging
internal import ORDAThreads

/// The core's own options, read once when a governor is opened.
struct GovernorSettings: Sendable {
  var acquireTimeout: Duration
  /// How many connections are opened beforehand.
  var minimum: Int
  /// Whether opening waits for these.
  var isWarmed: Bool
  var idleTimeout: Duration?
  var lifetime: Duration?
  var keepalive: Duration?
  var leakThreshold: Duration?
  /// How long a transaction that lasts across suspensions may do nothing; nil for any time.
  var idleTransaction: Duration?
  /// Whether what was left in a session is undone.
  var resetsSessions: Bool
  var statementTimeout: Duration?
  /// The limit of what begins now and has none of its own.
  var deadline: Deadline? { Deadline.of(statementTimeout, by: timeSource) }
  var statementCache: Int
  var slowStatement: Duration?
  /// The same in nanoseconds.
  var slowNanoseconds: Int64
  var logsValues: Bool
  var errorsCarryParameters: Bool
  var logger: Logger
  var fixedLimits: FixedLimits
  let timeSource: TimeSource
  /// The logger is asked once: that costs more than the rest of a statement's bookkeeping.
  var tracesStatements: Bool

  /// - Throws: `badURL` for options that contradict each other.
  init(_ options: OptionValues, _ configuration: GovernorConfiguration) throws(DatabaseError) {
    func limit(_ name: String, default standard: Duration? = nil) -> Duration? {
      (options.duration(name) ?? standard).flatMap { $0 > .zero ? $0 : nil }
    }
    minimum = options.integer("pool.min") ?? 0
    let maximum = options.integer("pool.max") ?? 10
    guard minimum <= maximum else {
      throw DatabaseError(
        .badURL,
        "the option 'pool.min' is \(minimum) and 'pool.max' \(maximum): there can't be more at least than at most")
    }
    isWarmed = options.bool("pool.warm") ?? false
    idleTimeout = limit("pool.idle-timeout", default: .seconds(600))
    lifetime = limit("pool.max-lifetime", default: .seconds(1800))
    if let lifetime, lifetime < Self.shortestLifetime {
      throw DatabaseError(
        .badURL,
        "the option 'pool.max-lifetime': \(lifetime) is less than \(Self.shortestLifetime); 0 replaces no connection for its age"
      )
    }
    keepalive = limit("pool.keepalive")
    leakThreshold = limit("pool.leak-threshold")
    acquireTimeout = options.duration("pool.acquire-timeout") ?? .seconds(30)
    let idle = options.duration("pool.idle-transaction") ?? .seconds(60)
    idleTransaction = idle > .zero ? idle : nil
    resetsSessions = options.bool("pool.reset") ?? true
    statementTimeout = options.duration("statement-timeout").flatMap { $0 > .zero ? $0 : nil }
    statementCache = options.integer("statement-cache") ?? 128
    slowStatement = options.duration("slow-statement").flatMap { $0 > .zero ? $0 : nil }
    slowNanoseconds = slowStatement?.clampedNanoseconds ?? .max
    logsValues = options.bool("log-values") ?? false
    errorsCarryParameters = options.bool("errors-carry-parameters") ?? false
    logger = configuration.logger
    fixedLimits = configuration.fixedLimits
    timeSource = configuration.timeSource
    tracesStatements = configuration.logger.logLevel <= .trace
  }

  private static let shortestLifetime = Duration.seconds(30)

  /// The limits of a pool of so many connections.
  func poolLimits(maximum: Int, minimum: Int, ages: Bool) -> PoolLimits {
    var limits = PoolLimits(maximum: maximum, minimum: minimum)
    limits.leakThreshold = leakThreshold
    guard ages else { return limits }
    limits.idleTimeout = idleTimeout
    limits.lifetime = lifetime
    limits.keepalive = keepalive
    return limits
  }
}
