internal import ORDAThreads

/// Whether a failed transaction is worth another try, and when.
///
/// The pauses double, and chance shortens each: otherwise those who got into each other's way would meet again.
struct TransactionRetries {
  private var left: Int
  private var longest = Duration.milliseconds(10)
  private let deadline: Deadline?

  /// The longest pause.
  private static let limit = Duration.seconds(1)

  /// - Parameters:
  ///   - times: How often it may be repeated.
  ///   - deadline: The limit of all tries together, including pauses.
  /// - Throws: `misuse` if it may not be repeated at all.
  init(_ times: Int, within deadline: Duration?, by time: TimeSource) throws(DatabaseError) {
    guard times > 0 else {
      throw DatabaseError(
        .misuse,
        "retrying: \(times) repeats nothing; say how often, from 1, or leave it out for a transaction that runs once")
    }
    left = times
    self.deadline = Deadline.of(deadline, by: time)
  }

  /// What is left of the limit for the next try; nil if there is none.
  var timeLeft: Duration? { deadline?.left }

  /// How long to wait before the next try.
  ///
  /// - Throws: The error, if another try is useless or not allowed.
  mutating func pause(after error: any Error) throws -> Duration {
    guard left > 0, let failure = error as? DatabaseError, failure.isRetryable else { throw error }
    left -= 1
    let pause = longest * Double.random(in: 0.1...1)
    longest = min(longest * 2, Self.limit)
    if let deadline, deadline.left <= pause { throw error }
    return pause
  }
}
