internal import Logging
internal import ORDAThreads

/// The core's own options, read once when a governor is opened.
struct GovernorSettings: Sendable {
  var acquireTimeout: Duration
  /// How long a transaction that lasts across suspensions may be idle; nil for no limit.
  var idleTransaction: Duration?
  /// Whether what was left in a session is undone.
  var resetsSessions: Bool
  var statementTimeout: Duration?
  /// The limit of what begins now and has none of its own.
  var deadline: Deadline? { statementTimeout.map { Deadline($0) } }
  var statementCache: Int
  var slowStatement: Duration?
  /// The same in nanoseconds.
  var slowNanoseconds: Int64
  var logsValues: Bool
  var errorsCarryParameters: Bool
  var logger: Logger
  var fixedLimits: FixedLimits
  /// The logger is asked once: that costs more than the rest of a statement's bookkeeping.
  var tracesStatements: Bool

  init(_ options: OptionValues, _ configuration: GovernorConfiguration) {
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
    tracesStatements = configuration.logger.logLevel <= .trace
  }
}
