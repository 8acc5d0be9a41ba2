/// Something that happens once, and that one task waits for.
final class Event: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  /// It happens; a second time does nothing.
  func happen() { continuation.finish() }

  /// Returns when it has happened, or the task was cancelled.
  func wait() async { for await _ in stream {} }
}
