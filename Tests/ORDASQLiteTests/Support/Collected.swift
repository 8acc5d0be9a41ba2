import Synchronization

/// Something that can't be copied, shared by closures.
final class SharedResource<T: ~Copyable & Sendable>: Sendable {
  let value: T
  init(_ value: consuming T) { self.value = value }
}

/// Values that many threads add to.
final class Collected<T: Sendable>: Sendable {
  private let values = Mutex<[T]>([])
  func add(_ value: T) { values.withLock { $0.append(value) } }
  var all: [T] { values.withLock { $0 } }
}
