package import ORDAThreads

extension Governor {
  /// The clock that it goes by.
  package var timeSource: TimeSource { (self as? ConnectionGovernor)?.timeSource ?? .system }
}
