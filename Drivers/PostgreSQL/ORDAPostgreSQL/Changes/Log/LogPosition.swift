/// A place in the server's log, in bytes since its beginning.
struct LogPosition: Hashable, Comparable, Sendable {
  var number: UInt64

  static func < (left: LogPosition, right: LogPosition) -> Bool { left.number < right.number }
}
