/// Something that happens once; one task waits for it.
final class Event: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  /// Lets it happen; a second time does nothing.
  func happen() { continuation.finish() }

  /// Returns when it has happened, or the task was cancelled.
  func wait() async { for await _ in stream {} }
}
