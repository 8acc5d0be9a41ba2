import Foundation

/// Something that one thread waits for and another announces, once.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func set() { semaphore.signal() }

  /// Waits, at most so long that a test which hangs comes to its end.
  @discardableResult
  func wait() -> Bool { semaphore.wait(timeout: .now() + 120) == .success }
}
