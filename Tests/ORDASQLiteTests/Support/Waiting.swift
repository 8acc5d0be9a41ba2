import Foundation
import ORDA
import Synchronization

/// The kind of the error that a piece of work ends in; nil where it succeeds.
func errorKind(_ work: () async throws -> Void) async -> DatabaseError.Kind? {
  await thrownError(work)?.kind
}

/// The database's error that a piece of work ends in; nil where it succeeds.
func thrownError(_ work: () async throws -> Void) async -> DatabaseError? {
  do {
    try await work()
    return nil
  } catch {
    return error as? DatabaseError ?? DatabaseError(.other, "not the database's: \(error)")
  }
}

/// Waits until a condition holds, asleep in between; false where it does not hold within the limit.
func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) async rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return try condition()
}

/// Runs a body on so many threads of their own, none of them Swift's, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let left = SharedResource(Atomic(count))
    for index in 0..<count {
      Thread.detachNewThread {
        body(index)
        if left.value.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
      }
    }
  }
}

/// Something that can't be copied, shared by closures.
final class SharedResource<T: ~Copyable & Sendable>: Sendable {
  let value: T
  init(_ value: consuming T) { self.value = value }
}

/// Values that many threads add to.
final class Collected<T: Sendable>: Sendable {
  private let values = Mutex<[T]>([])
  func add(_ value: T) { values.withLock { $0.append(value) } }
  var all: [T] { values.withLock { $0 } }
}

/// Whether the longer stress runs are asked for, in seconds: ORDA_STRESS_SECONDS.
var stressSeconds: Double { ProcessInfo.processInfo.environment["ORDA_STRESS_SECONDS"].flatMap(Double.init) ?? 3 }
