/// How many connections a pool has, and how long it keeps each.
struct PoolLimits: Sendable {
  var maximum: Int
  /// How many are opened beforehand, and kept while nobody uses them.
  var minimum = 0
  /// How many are lent at the same time to those who work at once, as long as each does so for a short time; nil for any number.
  var crowd: Int?
  /// How long a connection that is not needed may rest before it is closed; nil for as long as it likes.
  var idleTimeout: Duration?
  /// How old a connection may become before it is replaced; nil for any age.
  var lifetime: Duration?
  /// After how long without a sign of life one that rests is asked for one; nil for never.
  var keepalive: Duration?
  /// From when on somebody who holds a connection is warned of; nil for never.
  var leakThreshold: Duration?

  init(maximum: Int, minimum: Int = 0) {
    self.maximum = max(1, maximum)
    self.minimum = min(max(0, minimum), self.maximum)
  }

  /// How often the pool has to be looked through, beside the moments that its connections' ages give; nil where nothing of it
  /// depends on time.
  var period: Duration? {
    // Without a list of them, which would take longer than all of this.
    let never = Duration.seconds(Int64.max)
    let shortest = min(
      min(idleTimeout ?? never, lifetime ?? never), min(keepalive ?? never, leakThreshold ?? never))
    if shortest == never { return minimum > 0 ? Self.longestPeriod : nil }
    return shortest >= Self.longestTime ? Self.longestPeriod : max(shortest / 4, .milliseconds(5))
  }

  private static let longestPeriod = Duration.seconds(30)
  /// The shortest time that leads to it.
  private static let longestTime = longestPeriod * 4
}
