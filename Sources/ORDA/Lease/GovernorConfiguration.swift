public import Logging

/// A governor's settings in code, beside those in the URL.
public struct GovernorConfiguration: Sendable {
  /// Where the governor logs: statements at trace, slow ones and long holders at warning.
  public var logger: Logger
  /// Run on every new connection, in order, before its first use; see ``Governor/onConnect(_:)``.
  public var onConnect: [@Sendable (Connection) throws -> Void]
  /// Options beside those of the URL, such as a password stored elsewhere. They override the URL's.
  public var options: [DatabaseURL.Option]
  var fixedLimits = FixedLimits()

  /// A configuration, by default with a logger labelled `orda`.
  public init(
    logger: Logger = Logger(label: "orda"), onConnect: [@Sendable (Connection) throws -> Void] = [],
    options: [DatabaseURL.Option] = []
  ) {
    self.logger = logger
    self.onConnect = onConnect
    self.options = options
  }
}
