internal import ORDAThreads

/// The limit of a call, including everything it waits for: the connection, the opening of one, the statement, the
/// commit.
///
/// An object, since usually there is none: a statement with room for its numbers would not be passed in registers.
final class Deadline: Sendable {
  /// The requested limit.
  let limit: Duration
  private let end: MonotonicTime
  /// The clock that measures the limit.
  let time: TimeSource

  /// A limit counted from now.
  init(_ limit: Duration, by time: TimeSource) {
    self.limit = limit
    self.time = time
    end = time.now + limit
  }

  /// Counted from now, if there is a limit.
  @inline(__always)
  static func of(_ limit: Duration?, by time: TimeSource) -> Deadline? {
    if let limit { counted(limit, by: time) } else { nil }
  }

  @inline(never)
  private static func counted(_ limit: Duration, by time: TimeSource) -> Deadline { Deadline(limit, by: time) }

  /// The earlier of the two.
  func earlier(_ other: Deadline?) -> Deadline {
    if let other, other.end < end { other } else { self }
  }
  /// True once it has passed.
  var hasPassed: Bool { end <= time.now }

  /// The rest of the limit now, in whole milliseconds rounded up; zero after the limit.
  var left: Duration { left(at: time.now) }

  /// The rest of the limit at a time, in whole milliseconds rounded up; zero after the limit.
  func left(at now: MonotonicTime) -> Duration { .milliseconds(leftMilliseconds(at: now)) }

  /// The rest of the limit now, as a number of milliseconds.
  var leftMilliseconds: Int64 { leftMilliseconds(at: time.now) }

  private func leftMilliseconds(at now: MonotonicTime) -> Int64 {
    let left = end.nanoseconds(since: now)
    return left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0)
  }
}
