internal import Synchronization

/// How long a commit waits, so that what it changed is told before its caller goes on.
package enum OwnChangeWait {
  private static let milliseconds = Atomic<Int>(1_000)

  static var duration: Duration { .milliseconds(milliseconds.load(ordering: .relaxed)) }

  /// For tests, which are not to fail because a machine is busy with others for a second.
  package static func set(seconds: Int) { milliseconds.store(seconds * 1_000, ordering: .relaxed) }
}
