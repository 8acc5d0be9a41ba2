import FileWatch
import Foundation
import TestSupport
import Testing

@Suite("The end of a watch") struct WatchEndTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `Ending it waits for what is being told`() async throws {
    let (isTelling, mayEnd, hasEnded) = (Event(), Event(), Shared(false))
    let watch = FileWatch([.folder(folder.path)]) { _ in
      isTelling.signal()
      mayEnd.wait()
      hasEnded.current = true
    }
    try folder.write("x", to: "a")
    try await isTelling.wait()
    let stopped = Shared(false)
    let group = Threads.start(1) { _ in
      watch.stop()
      stopped.current = hasEnded.current
    }
    mayEnd.signal()
    await Threads.wait(for: group)
    #expect(stopped.current)
  }

  @Test func `What is told may end its own watch, and let go of it`() async throws {
    let holder = Shared<FileWatch?>(nil)
    let count = Shared(0)
    holder.current = FileWatch([.folder(folder.path)]) { _ in
      holder.wait { $0 != nil }
      holder.current?.stop()
      holder.current = nil
      count.with { $0 += 1 }
    }
    try folder.write("x", to: "a")
    try await count.wait { $0 == 1 }
    let heard = HeardPaths()
    let other = FileWatch([.folder(folder.path)], tell: heard.tell)
    try folder.write("x", to: "b")
    try await heard.hears(folder.file("b"))
    #expect(count.current == 1)
    other.stop()
  }

  @Test func `Nothing is told after the end, and places that are added then are none`() async throws {
    let (heard, other) = (HeardPaths(), HeardPaths())
    let watch = FileWatch([.folder(folder.path)], tell: heard.tell)
    let second = FileWatch([.folder(folder.path)], tell: other.tell)
    watch.stop()
    watch.stop()
    watch.add(.folder(folder.path))
    try folder.write("x", to: "a")
    try await other.hears(folder.file("a"))
    second.stop()
    #expect(heard.paths.isEmpty)
  }

  @Test func `Watches that begin and end while files are written lose nothing and hang nowhere`() async throws {
    let folder = folder
    let isOver = Shared(false)
    let writer = Threads.start(1) { _ in
      while !isOver.current { try? folder.write("x", to: "a") }
    }
    try await Threads.offload {
      try Threads.inParallel(4) { _ in
        for _ in 0..<100 {
          let heard = HeardPaths()
          let watch = FileWatch([.file(folder.file("a"))], tell: heard.tell)
          heard.blockUntilAny()
          watch.stop()
        }
      }
    }
    isOver.current = true
    await Threads.wait(for: writer)
  }
}

extension Threads {
  /// Waits for threads without blocking the test's.
  fileprivate static func wait(for group: DispatchGroup) async {
    await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
  }
}
