import Foundation

/// Runs work on a thread of its own and waits for it, blocking.
func onOtherThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
  let result = Shared<Result<T, any Error>?>(nil)
  Threads.run(1) { _ in result.current = Result { try body() } }
  guard let value = result.current else { throw CancellationError() }
  return try value.get()
}
