/// The result of one case on one subject.
public struct ConformanceResult: Sendable {
  /// The case.
  public let testCase: ConformanceCase
  /// Its outcome.
  public let outcome: ConformanceOutcome
  /// How long it took, including opening and cleaning up.
  public let duration: Duration
}

/// The results of the cases on one subject.
public struct ConformanceReport: Sendable {
  /// The driver's name.
  public let driverName: String
  /// A result for each case, in order.
  public let results: [ConformanceResult]

  /// How many cases passed.
  public var passed: Int { results.count { $0.outcome == .passed } }
  /// The results of those that failed.
  public var failures: [ConformanceResult] { results.filter(\.outcome.isFailure) }
  /// How many failed as the profile's known limitations say.
  public var limited: Int { results.count { if case .limited = $0.outcome { true } else { false } } }
  /// How many did not apply.
  public var notSupported: Int { results.count - passed - failures.count - limited }
  /// The known limitations of the profile that name no case.
  public let unknownLimitations: [String]
}
