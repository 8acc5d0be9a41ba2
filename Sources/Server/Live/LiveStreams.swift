import ORDAThreads

/// The streams of all browsers.
final class LiveStreams: Sendable {
  private struct State {
    var streams: [String: LiveStream] = [:]
    var isOver = false
  }

  private static let most = 500
  private let views: LiveViews
  private let state = Lock(State())

  init(views: LiveViews) { self.views = views }

  /// A new stream.
  ///
  /// - Throws: ``Problem`` where there are too many.
  func open() throws -> LiveStream {
    let stream = LiveStream(id: AccessToken().text, views: views)
    try state.withLock { state throws(Problem) in
      if state.isOver { throw Problem(.unavailable, "The server is about to end.") }
      guard state.streams.count < Self.most else {
        throw Problem(.tooManyRequests, "\(Self.most) browsers listen already.")
      }
      state.streams[stream.id] = stream
    }
    return stream
  }

  func stream(_ id: String) -> LiveStream? { state.withLock { $0.streams[id] } }

  /// Forgets a stream that has ended.
  func close(_ stream: LiveStream) {
    stream.end()
    state.withLock { _ = $0.streams.removeValue(forKey: stream.id) }
  }

  /// Ends all, and opens no more.
  func end() {
    let streams = state.withLock { state in
      state.isOver = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.end() }
  }
}
