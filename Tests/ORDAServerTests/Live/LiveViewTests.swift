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
  private actor Browser: AnswerWriter {
    private var rest = ""
    private(set) var stream: String?
    private(set) var events: [JSON] = []
    private(set) var bytes = 0
    /// How long each write takes.
    var delay: Duration = .zero

    func slow(by delay: Duration) { self.delay = delay }

    func write(_ bytes: [UInt8]) async throws {
      if delay > .zero { try await Task.sleep(for: delay) }
      self.bytes += bytes.count
      rest += String(decoding: bytes, as: UTF8.self)
      while let end = rest.firstRange(of: "\n\n") {
        let event = rest[..<end.lowerBound]
        for line in event.split(separator: "\n") where line.hasPrefix("data: ") {
          let json = try JSONReading.read(String(line.dropFirst(6)))
          if let id = json["stream"].string { stream = id } else { events.append(json) }
        }
        rest = String(rest[end.upperBound...])
      }
    }

    func count(_ kind: String) -> Int { events.filter { $0["kind"] == .text(kind) }.count }
    func has(_ text: String) -> Bool { events.contains { "\($0)".contains(text) } }
    var counted: String? { events.last { $0["count"].string != nil }?["count"].string }
    var watching: Double? { events.last { $0["kind"] == .text("state") }?["watching"].number }
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
    #expect(await comesTrue { await browser.count("all") == 1 })
    #expect(await browser.has("Jazz"))
    try await served.db.execute("UPDATE genre SET name = 'Swing' WHERE id = 1")
    #expect(await comesTrue { await browser.has("Swing") })
    try await served.db.execute("INSERT INTO genre VALUES (3, 'Folk')")
    #expect(await comesTrue { await browser.has("Folk") })
    try await served.db.execute("DELETE FROM genre WHERE id = 2")
    #expect(await comesTrue { await browser.events.contains { !$0["deletes"].array.isEmpty } })
    #expect(await browser.count("all") == 1)
  }

  @Test func rowsOfOtherPagesAreCounted() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre?rows=1")
    #expect(await comesTrue { await browser.counted == "2" })
    try await served.db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1002)
      INSERT INTO genre SELECT i, 'x' FROM n
      """)
    #expect(await comesTrue { await browser.counted == "1\u{202F}002" })
    #expect(await browser.count("steps") == 0)
    try await served.db.execute("DELETE FROM genre WHERE id > 1")
    #expect(await comesTrue { await browser.counted == "1" })
    // Conditions hold for the number, too.
    stream.unwatch("/music/table/genre?rows=1")
    try await stream.watch("/music/table/genre?c=name&o=eq&v=Jazz")
    try await served.db.execute("INSERT INTO genre VALUES (2, 'Jazz'), (3, 'Blues')")
    #expect(await comesTrue { await browser.counted == "2" })
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
    for (browser, _, _) in tabs { #expect(await comesTrue { await browser.watching == 100 }) }
    for number in 0..<50 { try await served.db.execute("UPDATE genre SET name = \("turn \(number)") WHERE id = 1") }
    for (browser, _, _) in tabs { #expect(await comesTrue { await browser.has("turn 49") }) }
    for (_, stream, task) in tabs {
      served.site.streams.close(stream)
      _ = await task.result
    }
    #expect(await eventually { served.site.views.count == 0 })
  }

  @Test func aSlowTabIsToldOnceForManyCommits() async throws {
    let served = try await ServedSite(Self.script)
    let browser = Browser()
    let (stream, task) = try open(served, browser)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre")
    #expect(await comesTrue { await browser.count("all") == 1 })
    await browser.slow(by: .milliseconds(500))
    for number in 0..<300 {
      try await served.db.execute("UPDATE genre SET name = \("turn \(number)") WHERE id = 1")
      if number % 30 == 0 { try await Task.sleep(for: .milliseconds(30)) }
    }
    #expect(await comesTrue { await browser.has("turn 299") })
    #expect(await browser.count("steps") < 60)
  }

  @Test func whoReadsNothingHoldsNothingUp() async throws {
    let served = try await ServedSite(Self.script)
    let frozen = Browser()
    await frozen.slow(by: .seconds(3600))
    let (stream, task) = try open(served, frozen)
    defer { task.cancel() }
    try await stream.watch("/music/table/genre")
    let browser = Browser()
    let (other, reading) = try open(served, browser)
    defer { reading.cancel() }
    try await other.watch("/music/table/genre")
    try await served.db.execute("UPDATE genre SET name = 'Swing' WHERE id = 1")
    #expect(await comesTrue { await browser.has("Swing") })
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
    #expect(await comesTrue { await browser.count("all") == 1 })
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
    #expect(await comesTrue { await browser.count("all") == 1 })
    try await served.db.execute("INSERT INTO genre VALUES (9, 'Folk')")
    try await served.db.execute("UPDATE genre SET name = 'Zydeco' WHERE id = 2")
    #expect(await comesTrue { await browser.has("Zydeco") })
    #expect(await browser.events.contains { !$0["moves"].array.isEmpty })
    #expect(await !browser.has("Folk<"))
  }
}
