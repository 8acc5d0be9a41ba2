import FileWatch
import Foundation
import TestSupport
import Testing

@Suite("The limits of watches") struct WatchLimitTests {
  let folder: TemporaryFolder
  let heard = HeardPaths()

  init() throws { folder = try TemporaryFolder() }

  /// Has files be made, changed and removed, and the folder too, where the system tells nothing of them.
  private func findsByLooking(_ watches: FileWatches) async throws {
    let inner = folder.file("inner")
    let watch = FileWatch([.folder(inner), .file(folder.file("a"))], in: watches, tell: heard.tell)
    let limitation = try #require(watch.limitation)
    #expect(limitation.contains("looked at every"))
    try folder.write("x", to: "a")
    try await heard.hears(folder.file("a"))
    #expect(mkdir(inner, 0o700) == 0)
    try await heard.hears(inner)
    try folder.write("x", to: "inner/b")
    try await heard.hears("\(inner)/b")
    try folder.write("longer", to: "inner/b")
    try await heard.hears("\(inner)/b")
    try folder.write("other", to: "inner/c")
    try await heard.hears("\(inner)/c")
    #expect(rename("\(inner)/c", "\(inner)/b") == 0)
    try await heard.hears(all: ["\(inner)/b", "\(inner)/c"])
    try FileManager.default.removeItem(atPath: inner)
    try await heard.hears(inner)
    watch.stop()
  }

  @Test func `Where the system gives no instance, folders are looked at, and the watch says so`() async throws {
    try await findsByLooking(FileWatches(lookingEvery: .milliseconds(5)) { nil })
  }

  @Test func `Where it gives no watch on a folder, the same`() async throws {
    try await findsByLooking(FileWatches(lookingEvery: .milliseconds(5)) { RefusingNotifier() })
  }

  @Test func `An instance that can be had later is used then`() async throws {
    let isGiven = Shared(false)
    let watches = FileWatches(lookingEvery: .milliseconds(5)) { isGiven.current ? QuietNotifier() : nil }
    let watch = FileWatch([.folder(folder.path)], in: watches, tell: heard.tell)
    #expect(watch.limitation != nil)
    isGiven.current = true
    #expect(await eventually { watch.limitation == nil })
    watch.stop()
  }

  @Test func `A watch on a folder that cannot be watched finds out what happened until it can`() async throws {
    let notifier = RefusingNotifier()
    let watches = FileWatches(lookingEvery: .milliseconds(5)) { notifier }
    let watch = FileWatch([.folder(folder.path)], in: watches, tell: heard.tell)
    // From when it is watched on this one tells nothing: what was made before has to be found by looking once more.
    try folder.write("x", to: "a")
    notifier.isWatching.current = true
    try await heard.hears(folder.file("a"))
    #expect(await eventually { watch.limitation == nil })
    watch.stop()
  }

  #if os(Linux)
    @Test func `What the system loses is told as a change of everything`() async throws {
      let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
      let (isTelling, mayEnd) = (Event(), Event())
      // A thread of its own, which nobody else waits for.
      let watches = FileWatches.ofSystem()
      let holder = FileWatch([.file(folder.file("hold"))], in: watches) { _ in
        isTelling.signal()
        mayEnd.wait()
      }
      let watch = FileWatch([.folder(folder.path), .file(folder.file("b"))], in: watches, tell: heard.tell)
      try folder.write("x", to: "hold")
      try await isTelling.wait()
      // Two events each.
      for _ in 0...count / 2 {
        close(open(folder.file("a"), O_CREAT | O_WRONLY, 0o600))
        unlink(folder.file("a"))
      }
      mayEnd.signal()
      try await heard.losesSomething()
      #expect(heard.paths.isSuperset(of: [folder.path, folder.file("b")]))
      watch.stop()
      holder.stop()
    }

    @Test func `A thousand watches have one inotify instance and one thread, and the last one ends both`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let heard = HeardPaths()
        func count(_ path: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: path).count }
        // What others start in a process is there from now on.
        let group = Threads.start(1) { _ in }
        group.wait()
        let (threads, files) = (try count("/proc/self/task"), try count("/proc/self/fd"))
        var watches: [FileWatch] = []
        for number in 0..<1_000 {
          #expect(mkdir(folder.file("\(number)"), 0o700) == 0)
          watches.append(FileWatch([.folder(folder.file("\(number)"))], tell: heard.tell))
        }
        #expect(openFiles(below: "anon_inode:inotify") == 1)
        #expect(try count("/proc/self/task") <= threads + 1)
        // The instance, and a pipe that wakes the thread.
        #expect(try count("/proc/self/fd") <= files + 3)
        for number in 0..<1_000 { try folder.write("x", to: "\(number)/a") }
        try await heard.hears(1_000) { $0.hasSuffix("/a") }
        watches = []
        #expect(await eventually { openFiles(below: "anon_inode:inotify") == 0 })
        // The next one begins anew.
        let next = FileWatch([.folder(folder.path)], tell: heard.tell)
        try folder.write("x", to: "next")
        try await heard.hears(folder.file("next"))
        next.stop()
      }
    }
  #endif
}

/// A system that watches no folders, until it does.
private final class RefusingNotifier: FolderNotifier {
  let isWatching = Shared(false)
  let descriptor: Int32 = -1
  let needsListings = false
  func add(_ folder: String) -> FolderAddition { isWatching.current ? .watched(1) : .refused("no space") }
  func remove(_ number: Int32) {}
  func take() -> [FolderNotice] { [] }
  func close() {}
}

/// A system that watches all folders, and has nothing to tell.
private final class QuietNotifier: FolderNotifier {
  let descriptor: Int32 = -1
  let needsListings = false
  func add(_ folder: String) -> FolderAddition { .watched(1) }
  func remove(_ number: Int32) {}
  func take() -> [FolderNotice] { [] }
  func close() {}
}
