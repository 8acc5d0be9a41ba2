internal import Synchronization

/// How long a commit waits, so that its changes are reported before its caller goes on.
package enum OwnChangeWait {
  private static let milliseconds = Atomic<Int>(1_000)

  static var duration: Duration { .milliseconds(milliseconds.load(ordering: .relaxed)) }

  /// Sets the wait, so that tests don't fail on a busy machine.
  package static func set(seconds: Int) { milliseconds.store(seconds * 1_000, ordering: .relaxed) }
}
