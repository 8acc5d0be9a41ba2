import Hummingbird
import ORDA

/// What the service's connections do, for people and for whatever watches over it.
struct Health: ResponseCodable, Sendable {
  var active: Int
  var idle: Int
  var opening: Int
  var waiting: Int
  var maximum: Int
  var statements: Int
  var opened: Int
  /// By reason.
  var closed: [String: Int]
  var timeouts: Int
  var retries: Int
  var waitingFor: Times
  var using: Times
  var connecting: Times

  struct Times: Codable, Sendable {
    var count: Int
    var meanMicroseconds: Int?
    var p99Microseconds: Int?

    init(_ histogram: DurationHistogram) {
      count = histogram.count
      meanMicroseconds = histogram.mean.map { Int($0 / .microseconds(1)) }
      p99Microseconds = histogram.quantile(0.99).map { Int($0 / .microseconds(1)) }
    }
  }

  init(_ statistics: GovernorStatistics) {
    active = statistics.active
    idle = statistics.idle
    opening = statistics.opening
    waiting = statistics.waiting
    maximum = statistics.maximum
    statements = statistics.statements
    opened = statistics.opened
    closed = Dictionary(uniqueKeysWithValues: statistics.closed.map { ($0.key.rawValue, $0.value) })
    timeouts = statistics.timeouts
    retries = statistics.retries
    waitingFor = Times(statistics.acquireTimes)
    using = Times(statistics.useTimes)
    connecting = Times(statistics.openTimes)
  }
}
