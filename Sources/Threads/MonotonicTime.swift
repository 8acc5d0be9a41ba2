public import ORDAPlatform

/// A moment of the clock that only moves forward, in nanoseconds.
public struct MonotonicTime: Comparable, Sendable {
  /// Since an arbitrary moment: on most systems, the machine's start.
  public let nanoseconds: Int64

  /// The moment this many nanoseconds after the clock's beginning.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// This moment.
  public static var now: MonotonicTime { read(CLOCK_MONOTONIC) }

  /// The same clock read to a few milliseconds, at a fraction of the cost; for distinguishing slow from fast.
  @inlinable @inline(__always)
  public static var coarse: MonotonicTime {
    #if os(Linux)
      read(CLOCK_MONOTONIC_COARSE)
    #else
      read(CLOCK_MONOTONIC_RAW_APPROX)
    #endif
  }

  /// Puts this thread to sleep; a signal may wake it before.
  public static func sleep(_ duration: Duration) {
    let nanoseconds = duration.clampedNanoseconds
    var pause = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&pause, nil)
  }

  @inlinable @inline(__always)
  static func read(_ clock: clockid_t) -> MonotonicTime {
    var time = timespec()
    clock_gettime(clock, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// True if the left moment is the earlier one.
  @inlinable
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment that much later, clamped to the last possible one.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// How many nanoseconds it is after an earlier moment; 0 if it isn't. A `Duration` is of 128 bits, and takes many times as long.
  @inlinable
  public func nanoseconds(since earlier: MonotonicTime) -> Int64 { max(0, nanoseconds &- earlier.nanoseconds) }

  /// How long it is from the earlier moment to the later one.
  public static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
    .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, never negative, at most what fits into 64 bits.
  public var clampedNanoseconds: Int64 {
    if self <= .zero { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return .max }
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? .max : sum
  }
}
