public import ORDA

/// What is tested: a driver, and a database that it may use.
///
/// ```swift
/// let subject = ConformanceSubject(driver: SQLite.driver, url: "sqlite:/tmp/kit.db")
/// ```
///
/// The database may be in use: the cases only touch tables that they make, whose names begin with `orda_kit_`, and drop
/// them afterwards.
public struct ConformanceSubject: Sendable {
  /// The driver; each case registers it in a registry of its own.
  public var driver: any Driver
  /// The URL of the database.
  public var url: String
  /// Settings of the governors beside the URL, above all their logger.
  public var configuration: GovernorConfiguration
  /// What no portable SQL can find out.
  public var profile: ConformanceProfile
  /// How long a case may take. One that hangs has failed, and the next one begins.
  public var timeLimit: Duration

  /// A subject, by default with an empty profile and 30 seconds for each case.
  public init(
    driver: any Driver, url: String, configuration: GovernorConfiguration = GovernorConfiguration(),
    profile: ConformanceProfile = ConformanceProfile(), timeLimit: Duration = .seconds(30)
  ) {
    self.driver = driver
    self.url = url
    self.configuration = configuration
    self.profile = profile
    self.timeLimit = timeLimit
  }
}
