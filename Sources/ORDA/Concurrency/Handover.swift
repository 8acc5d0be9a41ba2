/// A value that one thread leaves for another.
///
/// The work on a connection's thread sets it before the waiting task continues, and afterwards only that task touches
/// it.
final class Handover<T>: @unchecked Sendable {
  // Proof: the continuation that the task waits for is resumed after the value was set, which orders the two.
  var value: T

  init(_ value: T) { self.value = value }
}
