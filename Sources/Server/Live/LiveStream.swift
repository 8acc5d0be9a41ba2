import ORDA
import ORDAThreads

/// One browser that listens: one stream for all of its tabs, and for all pages that they show.
final class LiveStream: Sendable {
  private struct Watched {
    var view: LiveView
    var number: Int
    var seen = LiveView.Seen()
    /// How many tabs show it.
    var tabs: Int
  }

  private struct State {
    var watched: [String: Watched] = [:]
    /// Those that asked for all rows again.
    var failures: [[UInt8]] = []
    var isOver = false
  }

  private static let most = 200
  private static let heartbeat: Duration = .seconds(10)

  let id: String
  private let views: LiveViews
  private let state = Lock(State())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init(id: String, views: LiveViews) {
    self.id = id
    self.views = views
    // However often it is woken: there is one look for all of it.
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Begins to tell of a page.
  func watch(_ address: String) async throws {
    let isKnown = try state.withLock { state throws(Problem) -> Bool in
      if state.isOver { throw Problem(.notFound, "This stream has ended.") }
      if state.watched[address] != nil {
        state.watched[address]?.tabs += 1
        // The tab that comes has shown nothing yet.
        state.watched[address]?.seen = LiveView.Seen()
        return true
      }
      guard state.watched.count < Self.most else {
        throw Problem(.tooManyRequests, "A browser watches \(Self.most) pages at most.")
      }
      return false
    }
    if isKnown {
      wake.yield()
      return
    }
    let view = try await views.view(of: address)
    let number = view.watch { [wake] in wake.yield() }
    let isKept = state.withLock { state in
      if state.isOver { return false }
      if state.watched[address] != nil {
        state.watched[address]?.tabs += 1
        return false
      }
      state.watched[address] = Watched(view: view, number: number, tabs: 1)
      return true
    }
    if !isKept {
      view.unwatch(number)
      views.release(address)
    }
    wake.yield()
  }

  /// Ends telling of a page, with the last tab that shows it.
  func unwatch(_ address: String) {
    let gone = state.withLock { state -> Watched? in
      guard var watched = state.watched[address] else { return nil }
      watched.tabs -= 1
      state.watched[address] = watched.tabs > 0 ? watched : nil
      return watched.tabs > 0 ? nil : watched
    }
    guard let gone else { return }
    gone.view.unwatch(gone.number)
    views.release(address)
  }

  /// Writes what there is to tell, until the stream ends or the reader is gone.
  func run(_ writer: any AnswerWriter) async throws {
    defer { end() }
    var hello = JSONText()
    hello.object(["stream": { [id] in $0.text(id) }])
    // Browsers come again after a second.
    try await writer.write(Array("retry: 1000\n".utf8) + LiveNews.event(hello, name: "hello"))
    let beating = Task { [wake] in
      while !Task.isCancelled {
        try await Task.sleep(for: Self.heartbeat)
        wake.yield()
      }
    }
    defer { beating.cancel() }
    var lastWritten = ContinuousClock.now
    for await _ in wakes {
      if state.withLock({ $0.isOver }) { return }
      var isQuiet = true
      for address in state.withLock({ Array($0.watched.keys) }) {
        let news = state.withLock { state -> [UInt8] in
          guard let view = state.watched[address]?.view else { return [] }
          var seen = state.watched[address]?.seen ?? LiveView.Seen()
          defer { state.watched[address]?.seen = seen }
          return view.news(since: &seen)
        }
        guard !news.isEmpty else { continue }
        isQuiet = false
        // Here a slow reader waits, and what happens meanwhile becomes one difference.
        try await writer.write(news)
      }
      if isQuiet, lastWritten.duration(to: .now) >= Self.heartbeat * 0.9 {
        // Who is gone without a word shows when something is written.
        try await writer.write(":\n\n")
        isQuiet = false
      }
      if !isQuiet { lastWritten = .now }
    }
  }

  /// Ends the stream; what it watched is given back.
  func end() {
    let watched = state.withLock { state in
      state.isOver = true
      defer { state.watched = [:] }
      return state.watched
    }
    for (address, watched) in watched {
      watched.view.unwatch(watched.number)
      views.release(address)
    }
    wake.yield()
    wake.finish()
  }
}
