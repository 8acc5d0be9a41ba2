import FileWatch
import TestSupport

/// What a watch has told so far.
final class HeardPaths: Sendable {
  private let heard = Shared<Set<String>>([])
  private let lost = Shared(false)

  /// What a watch is to be given.
  var tell: @Sendable (FileChanges) -> Void {
    { [heard, lost] changes in
      heard.with { $0.formUnion(changes.paths) }
      if changes.isEverything { lost.current = true }
    }
  }

  var paths: Set<String> { heard.current }
  /// True once something was lost.
  var isEverything: Bool { lost.current }

  /// Waits until a path is told, and forgets all that was.
  func hears(_ path: String) async -> Bool {
    guard await eventually({ heard.current.contains(path) }) else { return false }
    heard.current = []
    return true
  }
}
