import CFloor

/// The commits of another program that are waited for.
enum Commits {
  static let update = "UPDATE track SET milliseconds = ? WHERE id = ?"
  static let key: Int64 = 1
  /// The pause between two, in microseconds: by then whoever listens has gone back to sleep.
  static let pause: UInt32 = 5000
}

/// Where the two ends of a latency run.
///
/// Who writes and who listens would run on two processors of a machine that has them. Left to the system, now and then it
/// wakes the listener on the writer's own processor, or moves one of them, and each time that is another way for the
/// news to take. So the writer has one processor, and the whole of the listening process, floor or ORDA, the other: what
/// differs then is only what they do.
enum Placement: Int32 {
  case writer = 0
  case listener = 1

  /// Keeps this thread, and those that it starts, there. On a machine with one processor all share it.
  func take() {
    if cf_stay_on(rawValue) == 0 { _ = cf_stay_on(0) }
  }
}
