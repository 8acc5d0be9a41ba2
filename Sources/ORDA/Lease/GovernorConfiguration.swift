#if Metrics
  public import CoreMetrics
#endif
public import Logging
public import ORDAThreads

/// A governor's settings in code, beside those in the URL.
public struct GovernorConfiguration: Sendable {
  /// Where the governor logs: statements at trace, slow ones and long holders at warning.
  public var logger: Logger
  /// Run on every new connection, in order, before its first use; see ``Governor/onConnect(_:)``.
  public var onConnect: [@Sendable (Connection) throws -> Void]
  /// Options beside those of the URL, such as a password stored elsewhere. They override the URL's.
  public var options: [DatabaseURL.Option]
  /// What the governor is called in metrics; nil for the URL's scheme and database, as in `mariadb:music`.
  ///
  /// Governors of one process that have the same name get numbers: `mariadb:music#2`.
  public var label: String?
  /// The clock for time limits, pauses, connection ages and all other timing.
  ///
  /// Tests of time limits use the time source of a `TestClock`, from the module ORDATesting.
  public var timeSource = TimeSource.system
  #if Metrics
    /// Where metrics go; nil for `MetricsSystem.factory` when the governor is opened.
    public var metricsFactory: (any MetricsFactory)?
  #endif
  var fixedLimits = FixedLimits()

  /// A configuration, by default with a logger labelled `orda`.
  public init(
    logger: Logger = Logger(label: "orda"), onConnect: [@Sendable (Connection) throws -> Void] = [],
    options: [DatabaseURL.Option] = [], label: String? = nil
  ) {
    self.logger = logger
    self.onConnect = onConnect
    self.options = options
    self.label = label
  }
}
