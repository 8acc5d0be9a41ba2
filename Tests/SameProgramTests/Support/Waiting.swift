/// Waits until something holds, asleep and not busy: what is waited for may need the same few threads.
func until(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
