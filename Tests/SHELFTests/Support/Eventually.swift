/// Waits until a condition holds that has to be awaited; false where it does not within two minutes.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(2))
  }
  return try await condition()
}
