public import ORDA

extension TestClock {
  /// A configuration whose governor goes by this clock, and is like any other in the rest.
  public var configuration: GovernorConfiguration {
    var configuration = GovernorConfiguration()
    configuration.timeSource = timeSource
    return configuration
  }
}
