import Logging
public import ORDA
public import Testing

/// What the governors of a test warn of. The test takes each warning that it expects; one that is left when this object goes
/// is an issue.
public final class Warnings: Sendable {
  /// What depends on how fast the machine is, so that no test can tell whether it comes.
  private static let casual: Set = ["slow statement"]

  /// What is told where an entry is not written.
  public static let writingFailed = "writing an entry failed"
  /// What is told where nothing is heard of others' changes.
  public static let deaf = "changes can't be followed; entries follow only what is written through entries"

  private let log = RecordedLog()
  private let sourceLocation: SourceLocation

  /// Begins without one.
  ///
  /// - Parameter sourceLocation: What is told of where there is an issue.
  public init(sourceLocation: SourceLocation) { self.sourceLocation = sourceLocation }

  deinit {
    for entry in log.entries where !Self.casual.contains(entry.message) {
      Issue.record("a warning that no test expects: \(entry.message) \(entry.metadata)", sourceLocation: sourceLocation)
    }
  }

  /// A configuration whose logger writes here.
  public var configuration: GovernorConfiguration { GovernorConfiguration(logger: log.logger(.warning)) }

  /// The messages that came since the last call of ``take()``.
  public var messages: [String] { log.entries.map(\.message).filter { !Self.casual.contains($0) } }

  /// The messages that came since the last call: the test expected them.
  public func take() -> [String] { log.take().map(\.message).filter { !Self.casual.contains($0) } }
}
