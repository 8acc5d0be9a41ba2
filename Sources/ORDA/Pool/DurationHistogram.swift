/// How long something took, each time: counted in ranges that double, from a microsecond to a week.
///
/// It takes the same room for ten times and for ten thousand million, and is exact to a factor of two.
public struct DurationHistogram: Sendable, Hashable {
  /// How many times were shorter than a microsecond, then how many of those left than two, four, eight…
  public private(set) var counts: [Int]
  private var totalNanoseconds: Int64 = 0
  private var longestNanoseconds: Int64 = 0

  /// One without any times.
  public init() { counts = Self.none }

  /// Shared by all that have counted nothing.
  private static let none = Array(repeating: 0, count: 40)

  /// All times together.
  public var total: Duration { .nanoseconds(totalNanoseconds) }
  /// The longest of them.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }
  /// How many times were counted.
  public var count: Int { counts.reduce(0, +) }

  /// The mean; nil if there was nothing.
  public var mean: Duration? {
    let count = count
    return count == 0 ? nil : total / count
  }

  /// The end of the range that a share of the times is within: `quantile(0.99)` is at least as long as 99 of 100, and less
  /// than twice as long as the longest of these.
  ///
  /// - Parameter share: From 0 to 1; what is beyond counts as 0 or 1.
  /// - Returns: Nil if there was nothing.
  public func quantile(_ share: Double) -> Duration? {
    let count = count
    guard count > 0 else { return nil }
    let wanted = max(1, Int((Double(count) * min(max(share, 0), 1)).rounded(.up)))
    var seen = 0
    for (index, number) in counts.enumerated() {
      seen += number
      if seen >= wanted { return min(.microseconds(1 << index), longest) }
    }
    return longest
  }

  /// Counts one time more.
  mutating func record(nanoseconds: Int64) {
    let time = max(0, nanoseconds)
    counts[Self.index(ofNanoseconds: time)] &+= 1
    totalNanoseconds &+= time
    if time > longestNanoseconds { longestNanoseconds = time }
  }

  /// Adds the times of another.
  mutating func add(_ other: DurationHistogram) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
    totalNanoseconds &+= other.totalNanoseconds
    longestNanoseconds = max(longestNanoseconds, other.longestNanoseconds)
  }

  private static func index(ofNanoseconds nanoseconds: Int64) -> Int {
    let microseconds = nanoseconds / 1000
    return microseconds == 0 ? 0 : min(64 - microseconds.leadingZeroBitCount, 39)
  }
}
