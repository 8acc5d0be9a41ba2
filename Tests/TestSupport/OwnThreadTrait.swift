import Foundation
public import Testing

/// Runs each test on threads of its own, so that one that waits holds up no asynchronous one.
///
/// Swift's own threads are as few as the processors. Where all of them wait for what a suspended test is to do, as for
/// the end of its transaction, that would never go on.
public struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
  /// Of a suite it holds for each test.
  public var isRecursive: Bool { true }

  /// It runs each case, and not what holds the cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThreadTrait? { testCase == nil ? nil : self }

  /// Runs a case where its threads are its own.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadTrait {
  /// On threads of its own.
  public static var ownThread: OwnThreadTrait { OwnThreadTrait() }
}

/// Gives each job a thread.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
