import Foundation

// Two minutes: what is waited for has to come, and the machine may be busy with much else.

/// Waits until a condition holds, blocking, asleep in between; false where it does not hold within the limit.
public func eventually(within limit: Duration = .seconds(120), _ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if try condition() { return true }
    usleep(1_000)
  }
  return try condition()
}

/// Waits until a condition holds, suspended in between; false where it does not hold within the limit.
public func eventually(
  within limit: Duration = .seconds(120), _ condition: () throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return try condition()
}
