internal import ORDAPlatform

/// A moment of the clock that only moves forward, in nanoseconds.
package struct MonotonicTime: Comparable, Sendable {
  package let nanoseconds: Int64

  package static var now: MonotonicTime { read(CLOCK_MONOTONIC) }

  /// The same clock read to a few milliseconds, at a fraction of the cost; for telling slow from fast.
  static var coarse: MonotonicTime {
    #if os(Linux)
      read(CLOCK_MONOTONIC_COARSE)
    #else
      read(CLOCK_MONOTONIC_RAW_APPROX)
    #endif
  }

  /// Puts this thread to sleep; a signal may wake it before.
  package static func sleep(_ duration: Duration) {
    let nanoseconds = duration.clampedNanoseconds
    var pause = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&pause, nil)
  }

  private static func read(_ clock: clockid_t) -> MonotonicTime {
    var time = timespec()
    clock_gettime(clock, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  package static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
    .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, at most what fits 64 bits, and never negative.
  var clampedNanoseconds: Int64 {
    if self <= .zero { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return .max }
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? .max : sum
  }
}
