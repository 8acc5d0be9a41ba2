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
  func hears(_ path: String) async throws {
    try await heard.wait { $0.contains(path) }
    heard.current = []
  }

  /// Waits until all of the paths are told.
  func hears(all paths: Set<String>) async throws { try await heard.wait { $0.isSuperset(of: paths) } }

  /// Waits until any path is told.
  func hearsAny() async throws { try await heard.wait { !$0.isEmpty } }

  /// Blocks this thread until any path is told.
  func blockUntilAny() { heard.wait { !$0.isEmpty } }

  /// Waits until so many of the paths are told that a condition holds for.
  func hears(_ count: Int, where isMeant: @escaping @Sendable (String) -> Bool) async throws {
    try await heard.wait { $0.count >= count && $0.count(where: isMeant) == count }
  }

  /// Waits until something was lost.
  func losesSomething() async throws { try await lost.wait { $0 } }
}
