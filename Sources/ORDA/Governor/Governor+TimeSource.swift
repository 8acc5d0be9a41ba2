package import ORDAThreads

extension Governor {
  /// The governor's clock; the machine's clock for other implementations.
  package var timeSource: TimeSource { (self as? ConnectionGovernor)?.timeSource ?? .system }
}
