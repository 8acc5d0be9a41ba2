internal import ORDAThreads

/// What has happened in a pool so far.
struct PoolTally {
  /// How many connections were opened.
  var opened = 0
  /// How many were closed, by reason. A list, since most pools end with one reason, and a dictionary costs more than the rest of that.
  private var ends: [(end: ConnectionEnd, count: Int)] = []
  /// How many callers left because the limit of their waiting had passed.
  var timeouts = 0
  /// How long callers waited.
  private(set) var acquireTimes = DurationHistogram()
  /// How long connections were out: to a few milliseconds, since a closer look at the clock would cost more than many a use.
  private(set) var useTimes = DurationHistogram()
  /// How long opening took.
  private(set) var openTimes = DurationHistogram()
  /// How long the last uses took, about, in nanoseconds; nil while there were none.
  private(set) var typicalUse: Int64?
  /// The same of the last openings.
  private(set) var typicalOpening: Int64?

  /// How many were closed, by reason.
  var closed: [ConnectionEnd: Int] { Dictionary(uniqueKeysWithValues: ends.map { ($0.end, $0.count) }) }

  /// Somebody was served who had to wait for so long, or not at all.
  mutating func noteAcquired(after nanoseconds: Int64) { acquireTimes.record(nanoseconds: nanoseconds) }

  /// A connection came back.
  mutating func noteUse(of nanoseconds: Int64) {
    useTimes.record(nanoseconds: nanoseconds)
    typicalUse = Self.moved(typicalUse, towards: nanoseconds)
  }

  /// A connection was opened.
  mutating func noteOpening(of nanoseconds: Int64) {
    opened += 1
    openTimes.record(nanoseconds: nanoseconds)
    typicalOpening = Self.moved(typicalOpening, towards: nanoseconds)
  }

  /// A connection is closed.
  mutating func noteEnd(_ end: ConnectionEnd) {
    if let place = ends.firstIndex(where: { $0.end == end }) {
      ends[place].count += 1
    } else {
      ends.append((end, 1))
    }
  }

  /// A moving average, in which each new time counts for an eighth.
  private static func moved(_ average: Int64?, towards time: Int64) -> Int64 {
    guard let average else { return time }
    return average + (time - average) / 8
  }
}
