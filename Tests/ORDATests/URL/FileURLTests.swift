import Testing

@testable import ORDA

@Suite("URLs of files")
struct FileURLTests {
  @Test(
    "The path",
    arguments: [
      ("sqlite:rel.db", "rel.db"),
      ("sqlite:folder/rel.db", "folder/rel.db"),
      ("sqlite:./rel.db", "./rel.db"),
      ("sqlite:../rel.db", "../rel.db"),
      ("sqlite:/abs.db", "/abs.db"),
      ("sqlite:///abs.db", "/abs.db"),
      ("sqlite:///a/b//c.db", "/a/b//c.db"),
      ("sqlite://localhost/abs.db", "/abs.db"),
      ("sqlite://LocalHost/abs.db", "/abs.db"),
      ("sqlite:file:///abs.db", "/abs.db"),
      ("sqlite:FILE:///abs.db", "/abs.db"),
      ("sqlite:file://localhost/abs.db", "/abs.db"),
      ("sqlite:My%20Music.db", "My Music.db"),
      ("sqlite:My Music.db", "My Music.db"),
      ("sqlite:a+b.db", "a+b.db"),
      ("sqlite:a%2Bb.db", "a+b.db"),
      ("sqlite:100%25.db", "100%.db"),
      ("sqlite:what%3F%23.db", "what?#.db"),
      ("sqlite:%3Amemory:", ":memory:"),
      ("sqlite:file%3Ax.db", "file:x.db"),
      ("sqlite:./file:x.db", "./file:x.db"),
      ("sqlite:user@host.db", "user@host.db"),
      ("sqlite:M%C3%BCller.db", "Müller.db"),
      ("sqlite:Müller.db", "Müller.db"),
      ("sqlite:line%0Abreak.db", "line\nbreak.db"),
      ("sqlite:///%2Fx", "//x"),
      ("sqlite:///", "/"),
    ])
  func path(text: String, path: String) throws {
    let url = try DatabaseURL(text, shape: .file)
    #expect(url.scheme == "sqlite")
    #expect(url.mode == nil)
    #expect(url.options.isEmpty)
    guard case .file(let found) = url.location else {
      Issue.record("\(text) is no file")
      return
    }
    #expect(Array(found.utf8) == Array(path.utf8))
  }

  @Test func memory() throws {
    #expect(try DatabaseURL("sqlite::memory:", shape: .file).location == .memory)
    let url = try DatabaseURL("sqlite::memory:?statement-cache=0", shape: .file)
    #expect(url.location == .memory)
    #expect(url.options == [DatabaseURL.Option("statement-cache", "0")])
    #expect(url.textWithSecrets == "sqlite::memory:?statement-cache=0")
  }

  @Test("A name is read as a path is, and may be left out")
  func names() throws {
    #expect(try DatabaseURL("memory:", shape: .name).location == .memory)
    #expect(try DatabaseURL("memory:?readers=2", shape: .name).options == [DatabaseURL.Option("readers", "2")])
    #expect(try DatabaseURL("memory::memory:", shape: .name) == DatabaseURL("memory:", shape: .name))
    #expect(try DatabaseURL("memory:", shape: .name).textWithSecrets == "memory::memory:")
    #expect(try DatabaseURL("memory:my%20music", shape: .name).location == .file(path: "my music"))
    #expect(throws: DatabaseError.self) { try DatabaseURL("memory://host/music", shape: .name) }
  }

  @Test(
    "Errors say what is wrong and how to write it",
    arguments: [
      ("sqlite:", "sqlite::memory:"),
      ("sqlite://", "sqlite::memory:"),
      ("sqlite:?mode=ro", "names no file"),
      ("sqlite://x.db", "sqlite:x.db (relative) or sqlite:///x.db (absolute)"),
      ("sqlite://folder/x.db", "sqlite:folder/x.db (relative) or sqlite:///folder/x.db (absolute)"),
      ("sqlite://localhost", "names no file"),
      ("sqlite://./x.db", "sqlite:./x.db"),
      ("sqlite:////x", "sqlite:///x, or sqlite:x for a relative path"),
      ("sqlite://///x", "sqlite:///x, or sqlite:x for a relative path"),
      ("sqlite://localhost//x", "sqlite:///x"),
      ("sqlite:file:////x", "sqlite:///x"),
      ("sqlite:file:x.db", "file:///folder/music.db"),
      ("sqlite:file:/x.db", "file:///folder/music.db"),
      ("sqlite:file::memory:", "file:///folder/music.db"),
      ("sqlite://:memory:", "sqlite::memory:"),
      ("sqlite:///:memory:", "sqlite::memory:"),
      ("sqlite::MEMORY:", "sqlite::memory:"),
      ("sqlite::memory", "sqlite::memory:"),
      ("sqlite::memory:x", "sqlite::memory:"),
      ("sqlite:x.db#top", "encode # as %23"),
      ("sqlite:x.db?mode=ro#top", "encode # as %23"),
      ("sqlite+unix:x.db", "takes no mode"),
      ("sqlite+unix::memory:", "takes no mode"),
      ("sqlite:x%00.db", "the path holds a NUL (%00)"),
      ("sqlite:x%", "in the path, a % is not followed by two hexadecimal digits"),
      ("sqlite:x%4", "in the path, a % is not followed by two hexadecimal digits"),
      ("sqlite:x%zz.db", "in the path, a % is not followed by two hexadecimal digits"),
      ("sqlite:x%C3.db", "the path is not UTF-8"),
      ("sqlite:x%ED%A0%80.db", "the path is not UTF-8"),
      ("sqlite:x\n.db", "control character"),
      ("sqlite:x.db\n", "control character"),
      ("sqlite:x\0.db", "control character"),
    ])
  func errors(text: String, hint: String) {
    let error = #expect(throws: DatabaseError.self) { try DatabaseURL(text, shape: .file) }
    #expect(error?.kind == .badURL)
    #expect(error?.code == .badURL)
    #expect(error?.message.contains(hint) == true, "\(text) gives: \(error?.message ?? "nothing")")
  }

  @Test("An account in the place of the host is not repeated in the message")
  func account() {
    let error = #expect(throws: DatabaseError.self) { try DatabaseURL("sqlite://u:hunter2@h/db", shape: .file) }
    #expect(error?.message.contains("sqlite opens files, not servers") == true)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test(
    "Absolute paths are written with three slashes, and what would be misread is encoded",
    arguments: [
      ("/a b.db", "sqlite:///a%20b.db"), ("//x", "sqlite:///%2Fx"), ("rel.db", "sqlite:rel.db"),
      (":memory:", "sqlite:%3Amemory%3A"), ("file:///x", "sqlite:file%3A///x"), ("/:memory:", "sqlite:///%3Amemory%3A"),
      ("Müller.db", "sqlite:Müller.db"), ("e\u{301}.db", "sqlite:e%CC%81.db"), ("\u{202E}.db", "sqlite:%E2%80%AE.db"),
      ("a+b%.db", "sqlite:a+b%25.db"), ("ta\tb", "sqlite:ta%09b"),
    ])
  func written(path: String, text: String) throws {
    let url = try DatabaseURL(scheme: "SQLite", location: .file(path: path))
    #expect(url.textWithSecrets == text)
    #expect(try DatabaseURL(text, shape: .file) == url)
  }
}
