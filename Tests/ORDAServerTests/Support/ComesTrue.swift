/// Waits until a condition holds that has to be awaited itself; false where it does not hold within two minutes.
func comesTrue(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return try await condition()
}
