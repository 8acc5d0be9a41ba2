internal import Synchronization

/// A reference that is set once, on first use, and then read without a lock.
///
/// Like `AtomicLazyReference`, whose functions the compiler does not specialise: each access to one would cost more
/// than a lock.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let place = Atomic<Unmanaged<Object>?>(nil)

  init() {}

  // What is held here was retained once, when it was set.
  deinit { place.load(ordering: .acquiring)?.release() }

  /// The object; nil if none was set.
  @inline(__always)
  var object: Object? { place.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Calls the body with the object, if one is set, without retaining it: it lives as long as this does.
  @inline(__always)
  func with<R>(_ body: (Object) -> R) -> R? { place.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body) }

  /// True if one was set.
  @inline(__always)
  var isSet: Bool { place.load(ordering: .relaxed) != nil }

  /// The object, made if there is none; if two are made at once, the first stays.
  @inline(__always)
  func object(orMake make: () -> Object) -> Object { object ?? set(make()) }

  private func set(_ made: Object) -> Object {
    let retained = Unmanaged.passRetained(made)
    let (isSet, current) = place.compareExchange(
      expected: nil, desired: retained, ordering: .acquiringAndReleasing)
    guard !isSet, let current else { return made }
    retained.release()
    return current.takeUnretainedValue()
  }
}
