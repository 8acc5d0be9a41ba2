import Foundation

// These functions poll, for conditions that offer no event: a server's list of processes, a file that another process writes.
// They have no time limit. Scripts/test.sh ends a suite that hangs, names it and prints its stacks.

/// Waits until a condition holds, blocking this thread, and returns true.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  while try !condition() {
    // Sleeps: between two polls.
    usleep(1_000)
  }
  return true
}

/// Waits until a condition holds, suspended between two polls, and returns true; false if the task is cancelled first.
public func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  while try !condition() {
    // Sleeps: between two polls.
    do { try await Task.sleep(for: .milliseconds(1)) } catch { return try condition() }
  }
  return true
}

/// Waits until a condition that is awaited holds, suspended between two polls, and returns true; false if the task is
/// cancelled first.
public func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  while try await !condition() {
    // Sleeps: between two polls.
    do { try await Task.sleep(for: .milliseconds(1)) } catch { return try await condition() }
  }
  return true
}
