import FileWatch
import Foundation
import TestSupport
import Testing

@Suite("Watches on files") struct WatchedFileTests {
  let folder: TemporaryFolder
  let heard = HeardPaths()

  init() throws { folder = try TemporaryFolder() }

  @Test func `A file that is made, changed, replaced and removed is told each time`() async throws {
    let path = folder.file("a")
    let watch = FileWatch([.file(path)], tell: heard.tell)
    try folder.write("made", to: "a")
    try await heard.hears(path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("changed".utf8))
    try await heard.hears(path)
    try folder.write("other", to: "b")
    #expect(rename(folder.file("b"), path) == 0)
    try await heard.hears(path)
    #expect(rename(path, folder.file("c")) == 0)
    try await heard.hears(path)
    #expect(rename(folder.file("c"), path) == 0)
    try await heard.hears(path)
    #expect(unlink(path) == 0)
    try await heard.hears(path)
    #expect(watch.limitation == nil)
  }

  @Test func `Of other files in its folder nothing is told`() async throws {
    let watch = FileWatch([.file(folder.file("a"))], tell: heard.tell)
    for name in ["b", "ab", "a.b"] { try folder.write("x", to: name) }
    // What is told of this comes after what would be told of those.
    try folder.write("x", to: "a")
    try await heard.hearsAny()
    #expect(heard.paths == [folder.file("a")])
    watch.stop()
  }

  @Test func `A path is told as it was given, also one without a folder`() async throws {
    let name = "orda-\(UUID().uuidString)"
    defer { unlink(name) }
    let watch = FileWatch([.file(name)], tell: heard.tell)
    try Data("x".utf8).write(to: URL(fileURLWithPath: name))
    try await heard.hears(name)
    let twisted = "\(folder.path)/./a"
    watch.add(.file(twisted))
    try folder.write("x", to: "a")
    try await heard.hears(twisted)
    watch.stop()
  }

  @Test func `One watch has several files, and two watches one file`() async throws {
    let other = HeardPaths()
    let (a, b) = (folder.file("a"), folder.file("b"))
    let watch = FileWatch([.file(a), .file(b)], tell: heard.tell)
    let second = FileWatch([.file(b)], tell: other.tell)
    try folder.write("x", to: "a")
    try await heard.hears(a)
    try folder.write("x", to: "b")
    try await heard.hears(b)
    try await other.hears(b)
    watch.remove(.file(b))
    second.add(.file(a))
    try folder.write("y", to: "b")
    try await other.hears(b)
    try folder.write("y", to: "a")
    try await heard.hears(a)
    try await other.hears(a)
    watch.stop()
    second.stop()
  }
}
