import Foundation

/// Waits for what is awaited, where sides are made, and in programs that read lines.
func waiting<Product: Sendable>(_ body: @escaping @Sendable () async throws -> Product) throws -> Product {
  let done = DispatchSemaphore(value: 0)
  let outcome = Outcome<Product>()
  Task.detached {
    do { outcome.result = .success(try await body()) } catch { outcome.result = .failure(error) }
    done.signal()
  }
  done.wait()
  guard let result = outcome.result else { throw LiveFailure(description: "nothing came of what was waited for") }
  return try result.get()
}

private final class Outcome<Product: Sendable>: @unchecked Sendable {
  // Proof: the semaphore lies between the one that writes and the one that reads.
  var result: Result<Product, any Error>?
}
