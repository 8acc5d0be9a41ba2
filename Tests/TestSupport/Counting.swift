import Observation

/// Counts how often what a body reads of observed objects is announced to have changed.
public func counting(_ read: @escaping @Sendable () -> Void) -> Shared<Int> {
  let count = Shared(0)
  @Sendable func track() {
    withObservationTracking(read) {
      count.with { $0 += 1 }
      track()
    }
  }
  track()
  return count
}
