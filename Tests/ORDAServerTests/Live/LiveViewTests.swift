import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// What those who watch a page are told.
@Suite struct LiveViewTests {
  private static let script: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO genre VALUES (1, 'Jazz'), (2, 'Blues');
    """

  /// Reads a stream as a browser does, into rows by their keys.
  private final class Browser: AnswerWriter {
    struct Read: Sendable {
      fileprivate var rest = ""
      fileprivate(set) var events: [JSON] = []

      func count(_ kind: String) -> Int { events.filter { $0["kind"] == .text(kind) }.count }
      func has(_ text: String) -> Bool { events.contains { "\($0)".contains(text) } }
      var counted: String? { events.last { $0["count"].string != nil }?["count"].string }
      var watching: Double? { events.last { $0["kind"] == .text("state") }?["watching"].number }
    }

    private struct Gate: Sendable {
      var isShut = false
      var isWaiting = false
    }

    private let state = Shared(Read())
    private let gate: Shared<Gate>

    init(isShut: Bool = false) { gate = Shared(Gate(isShut: isShut)) }

    /// What has been read so far.
    var read: Read { state.current }

    /// Waits until what has been read meets a condition.
    func wait(_ isMet: @escaping @Sendable (Read) -> Bool) async throws { try await state.wait(until: isMet) }

    /// From now on reads nothing: a write does not return.
    func shut() { gate.with { $0.isShut = true } }

    /// Waits until a write does not return.
    func waitForWriter() async throws { try await gate.wait { $0.isWaiting } }

    /// Reads again.
    func open() { gate.with { $0.isShut = false } }

    func write(_ bytes: [UInt8]) async throws {
      gate.with { $0.isWaiting = $0.isShut }
      try await gate.wait { !$0.isShut }
      try state.with { read in
        read.rest += String(decoding: bytes, as: UTF8.self)
        while let end = read.rest.firstRange(of: "\n\n") {
          let event = read.rest[..<end.lowerBound]
          for line in event.split(separator: "\n") where line.hasPrefix("data: ") {
            let json = try JSONReading.read(String(line.dropFirst(6)))
            if json["stream"].string == nil { read.events.append(json) }
          }
          read.rest = String(read.rest[end.upperBound...])
        }
      }
    }
  }

  /// A browser with a stream, whose reading goes on until the task is cancelled or the site ends.
  private func open(_ served: ServedSite, _ browser: Browser) throws -> (LiveStream, Task<Void, any Error>) {
    let stream = try served.site.streams.open()
    return (
      stream,
      Task {
        defer { served.site.streams.close(stream) }
        try await stream.run(browser)
      }
    )
  }

  @Test func rowsThatChangeComeAndGoAreTold() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre")
    try await browser.wait { $0.count("all") == 1 }
    #expect(browser.read.has("Jazz"))
    try await served.db.execute("UPDATE genre SET name = 'Swing' WHERE id = 1")
    try await browser.wait { $0.has("Swing") }
    try await served.db.execute("INSERT INTO genre VALUES (3, 'Folk')")
    try await browser.wait { $0.has("Folk") }
    try await served.db.execute("DELETE FROM genre WHERE id = 2")
    try await browser.wait { $0.events.contains { !$0["deletes"].array.isEmpty } }
    #expect(browser.read.count("all") == 1)
  }

  @Test func rowsOfOtherPagesAreCounted() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre?rows=1")
    try await browser.wait { $0.counted == "2" }
    try await served.db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1002)
      INSERT INTO genre SELECT i, 'x' FROM n
      """)
    try await browser.wait { $0.counted == "1\u{202F}002" }
    #expect(browser.read.count("steps") == 0)
    try await served.db.execute("DELETE FROM genre WHERE id > 1")
    try await browser.wait { $0.counted == "1" }
    // Conditions hold for the number, too.
    stream.unwatch("/music/table/genre?rows=1")
    try await stream.watch("/music/table/genre?c=name&o=eq&v=Jazz")
    try await served.db.execute("INSERT INTO genre VALUES (2, 'Jazz'), (3, 'Blues')")
    try await browser.wait { $0.counted == "2" }
  }

  @Test func aHundredTabsAreOneView() async throws {
    let served = try await ServedSite(Self.script)
    var tabs: [(Browser, LiveStream, Task<Void, any Error>)] = []
    for _ in 0..<100 {
      let browser = Browser()
      let (stream, task) = try open(served, browser)
      try await stream.watch("/music/table/genre")
      tabs.append((browser, stream, task))
    }
    #expect(served.site.views.count == 1)
    for (browser, _, _) in tabs { try await browser.wait { $0.watching == 100 } }
    for number in 0..<50 { try await served.db.execute("UPDATE genre SET name = \("turn \(number)") WHERE id = 1") }
    for (browser, _, _) in tabs { try await browser.wait { $0.has("turn 49") } }
    for (_, stream, task) in tabs {
      served.site.streams.close(stream)
      _ = await task.result
    }
    // A view goes with its last stream.
    #expect(served.site.views.count == 0)
  }

  @Test func aSlowTabIsToldOnceForManyCommits() async throws {
    let served = try await ServedSite(Self.script)
    let (slow, quick) = (Browser(), Browser())
    let streams = try [slow, quick].map { try open(served, $0) }
    defer { for (_, task) in streams { task.cancel() } }
    for (stream, _) in streams { try await stream.watch("/music/table/genre") }
    for browser in [slow, quick] { try await browser.wait { $0.count("all") == 1 && $0.watching == 2 } }
    slow.shut()
    for number in 0..<300 {
      try await served.db.execute("UPDATE genre SET name = \("turn \(number)") WHERE id = 1")
      // The slow tab is told of the first, and reads nothing of it. The view goes on for the other one.
      if number == 0 { try await slow.waitForWriter() }
      if number % 60 == 59 { try await quick.wait { $0.has("turn \(number)") } }
    }
    #expect(quick.read.count("steps") >= 5)
    slow.open()
    try await slow.wait { $0.has("turn 299") }
    // What it was told when it stopped reading, and all that came later at once.
    #expect(slow.read.count("steps") <= 2)
  }

  @Test func whoReadsNothingHoldsNothingUp() async throws {
    let served = try await ServedSite(Self.script)
    let frozen = Browser(isShut: true)
    let (stream, task) = try open(served, frozen)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre")
    let browser = Browser()
    let (other, reading) = try open(served, browser)
    defer { reading.cancel() }
    try await other.watch("/music/table/genre")
    try await served.db.execute("UPDATE genre SET name = 'Swing' WHERE id = 1")
    try await browser.wait { $0.has("Swing") }
  }

  @Test func tabsOfOneBrowserShareAStream() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    for _ in 0..<10 { try await stream.watch("/music/table/genre") }
    try await stream.watch("/music/table/genre?sort=name")
    #expect(served.site.views.count == 2)
    for _ in 0..<10 { stream.unwatch("/music/table/genre") }
    #expect(served.site.views.count == 1)
    stream.unwatch("/music/table/genre?sort=name")
    #expect(served.site.views.count == 0)
  }

  @Test(arguments: [
    "", "/", "/music", "/music/row/genre?key=i1", "/other/table/genre", "/music/table/nothing",
    "/music/table/genre?sort=x",
  ])
  func whatIsNoPageIsNotWatched(_ address: String) async throws {
    let served = try await ServedSite(Self.script)
    let stream = try served.site.streams.open()
    await #expect(throws: Problem.self) { try await stream.watch(address) }
    #expect(served.site.views.count == 0)
  }

  @Test func theEndEndsStreams() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    try await stream.watch("/music/table/genre")
    try await browser.wait { $0.count("all") == 1 }
    served.site.end()
    try await task.value
    #expect(served.site.views.count == 0)
    await #expect(throws: Problem.self) { try await stream.watch("/music/table/genre") }
    #expect(throws: Problem.self) { try served.site.streams.open() }
  }

  @Test func pagesFollowSortingAndFilters() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre?sort=name&c=name&o=ne&v=Folk")
    try await browser.wait { $0.count("all") == 1 }
    try await served.db.execute("INSERT INTO genre VALUES (9, 'Folk')")
    try await served.db.execute("UPDATE genre SET name = 'Zydeco' WHERE id = 2")
    try await browser.wait { $0.has("Zydeco") }
    #expect(browser.read.events.contains { !$0["moves"].array.isEmpty })
    #expect(!browser.read.has("Folk<"))
  }
}
