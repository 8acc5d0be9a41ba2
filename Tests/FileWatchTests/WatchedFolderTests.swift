import FileWatch
import Foundation
import TestSupport
import Testing

@Suite("Watches on folders") struct WatchedFolderTests {
  let folder: TemporaryFolder
  let heard = HeardPaths()

  init() throws { folder = try TemporaryFolder() }

  private func makeFolder(_ name: String) throws -> String {
    #expect(mkdir(folder.file(name), 0o700) == 0)
    return folder.file(name)
  }

  @Test func `Files that are made, changed, written atomically and removed are told by name`() async throws {
    let watch = FileWatch([.folder(folder.path + "/")], tell: heard.tell)
    try folder.write("made", to: "a")
    try await heard.hears(folder.file("a"))
    let handle = try #require(FileHandle(forWritingAtPath: folder.file("a")))
    try handle.write(contentsOf: Data("changed".utf8))
    try await heard.hears(folder.file("a"))
    try Data("whole".utf8).write(to: URL(fileURLWithPath: folder.file("a")), options: .atomic)
    try await heard.hears(folder.file("a"))
    #expect(unlink(folder.file("a")) == 0)
    try await heard.hears(folder.file("a"))
    _ = try makeFolder("inner")
    try await heard.hears(folder.file("inner"))
    watch.stop()
  }

  @Test func `One watch has several folders, and gets and loses them`() async throws {
    let (first, second) = (try makeFolder("first"), try makeFolder("second"))
    let watch = FileWatch([.folder(first)], tell: heard.tell)
    watch.add(.folder(second))
    watch.add(.folder(second))
    try folder.write("x", to: "second/a")
    try await heard.hears("\(second)/a")
    watch.remove(.folder(second))
    try folder.write("x", to: "second/b")
    try folder.write("x", to: "first/c")
    try await heard.hears("\(first)/c")
    #expect(!heard.paths.contains("\(second)/b"))
    watch.stop()
  }

  @Test func `A folder that is removed and made again is watched again`() async throws {
    let inner = try makeFolder("inner")
    let watch = FileWatch([.folder(inner), .file("\(inner)/b")], tell: heard.tell)
    for _ in 1...3 {
      try folder.write("x", to: "inner/a")
      try await heard.hears("\(inner)/a")
      try FileManager.default.removeItem(atPath: inner)
      try await heard.hears(inner)
      _ = try makeFolder("inner")
      try await heard.hears(inner)
    }
    // The file in it was told of, too: it may be there since.
    try folder.write("x", to: "inner/b")
    try await heard.hears("\(inner)/b")
    watch.stop()
  }

  @Test func `A folder in whose place another is put is told, and the other one is watched`() async throws {
    let (inner, other) = (try makeFolder("inner"), try makeFolder("other"))
    let watch = FileWatch([.folder(inner), .file(folder.file("mark"))], tell: heard.tell)
    #expect(rename(inner, folder.file("away")) == 0)
    #expect(rename(other, inner) == 0)
    try await heard.hears(inner)
    // That may have been the moment when there was none. What is told of this comes after what is told of both renames.
    try folder.write("x", to: "mark")
    try await heard.hears(folder.file("mark"))
    try folder.write("x", to: "inner/a")
    try await heard.hears("\(inner)/a")
    watch.stop()
  }

  @Test func `A folder above may be renamed, and put back`() async throws {
    let outer = try makeFolder("outer")
    let inner = try makeFolder("outer/inner")
    let watch = FileWatch([.folder(inner)], tell: heard.tell)
    #expect(rename(outer, folder.file("away")) == 0)
    try await heard.hears(inner)
    #expect(rename(folder.file("away"), outer) == 0)
    try await heard.hears(inner)
    try folder.write("x", to: "outer/inner/a")
    try await heard.hears("\(inner)/a")
    watch.stop()
  }

  @Test func `A folder that is not there yet is watched when it is`() async throws {
    let inner = folder.file("outer/inner")
    let watch = FileWatch([.folder(inner)], tell: heard.tell)
    #expect(watch.limitation == nil)
    _ = try makeFolder("outer")
    _ = try makeFolder("outer/inner")
    try await heard.hears(inner)
    try folder.write("x", to: "outer/inner/a")
    try await heard.hears("\(inner)/a")
    watch.stop()
  }

  @Test func `Two paths to one folder are told each by its own`() async throws {
    let inner = try makeFolder("inner")
    #expect(symlink(inner, folder.file("link")) == 0)
    let watch = FileWatch([.folder(inner), .folder(folder.file("link"))], tell: heard.tell)
    try folder.write("x", to: "inner/a")
    try await heard.hears(all: ["\(inner)/a", folder.file("link/a")])
    watch.remove(.folder(inner))
    try folder.write("x", to: "inner/b")
    try await heard.hears(folder.file("link/b"))
    #expect(!heard.paths.contains("\(inner)/b"))
    watch.stop()
  }

  #if os(Linux)
    @Test func `A name that is no text is told as a change of the folder`() async throws {
      let watch = FileWatch([.folder(folder.path)], tell: heard.tell)
      let path = Array(folder.path.utf8CString.dropLast()) + [CChar(UInt8(ascii: "/")), CChar(bitPattern: 0xFF), 0]
      let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
      #expect(descriptor >= 0)
      close(descriptor)
      try await heard.hears(folder.path)
      unlink(path)
      watch.stop()
    }
  #endif
}
