import Foundation

/// Waits until a condition holds; false where it does not within two minutes.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try await condition()
}

/// What a test needs is not there: a failure, never a skip.
struct Missing: Error, CustomStringConvertible {
  let description: String
}
