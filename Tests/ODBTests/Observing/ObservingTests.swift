import ODB
import ORDA
import Observation
import Testing

@Suite("Observing a path", .ownThread)
struct ObservingTests {
  /// What an observer heard, as text.
  private final class Heard: Sendable {
    private let lines = Shared<[String]>([])
    var all: [String] { lines.current }
    func add(_ change: ODBChange) { lines.with { $0.append("\(change.kind) \(change.path)") } }
    /// Waits for a line.
    func wait(for line: String) { lines.wait { $0.contains(line) } }
    /// Waits for so many lines.
    func wait(forLines count: Int) { lines.wait { $0.count >= count } }
  }

  @Test("A change at the path or below it is told, with its path, and no other", arguments: Place.allCases)
  func changes(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { _ = odb.path(["a", "b"]).ensureTable() }
    let heard = Heard()
    let observation = odb.path(["A", "b"]).observe { heard.add($0) }
    odb.perform {
      odb.path(["a", "other"]).setValue(1)
      odb.path(["a", "b", "One"]).setValue(1)
    }
    heard.wait(for: "set a.b.One")
    odb.perform { odb.path(["a", "b", "one"]).setValue(2) }
    heard.wait(forLines: 2)
    odb.perform { odb.path(["a", "b"]).delete() }
    heard.wait(for: "removed a.b")
    #expect(heard.all == ["set a.b.One", "set a.b.one", "removed a.b.one", "removed a.b"])
    #expect(odb.error == nil)
    withExtendedLifetime(observation) {}
  }

  @Test("Moving a table is told to who observes something within it", arguments: Place.allCases)
  func moving(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      _ = odb.path(["from", "table"]).ensureTable()
      _ = odb.path(["to"]).ensureTable()
      odb.path(["from", "table", "value"]).setValue(1)
    }
    let (old, new, all) = (Heard(), Heard(), Heard())
    let observations = [
      odb.path(["from", "table", "value"]).observe { old.add($0) },
      odb.path(["to", "table", "value"]).observe { new.add($0) },
      odb.root.observe { all.add($0) },
    ]
    try odb.perform { _ = try odb.path(["from", "table"]).move(to: odb.path(["to"])) }
    old.wait(for: "unknown from.table.value")
    new.wait(for: "unknown to.table.value")
    all.wait(for: "set to.table")
    #expect(all.all == ["removed from.table", "set to.table"])
    withExtendedLifetime(observations) {}
  }

  @Test("What another governor writes is told", arguments: Place.allCases)
  func others(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let other = try home.stranger()
    odb.perform { _ = odb.path(["a"]).ensureTable() }
    let heard = Heard()
    let observation = odb.path(["a"]).observe { heard.add($0) }
    other.perform { other.path(["a", "x"]).setValue("new") }
    #expect(other.error == nil)
    heard.wait(forLines: 1)
    #expect(odb.perform(.fresh) { odb.path(["a", "x"]).value } == "new")
    withExtendedLifetime(observation) {}
  }

  @Test("What another process writes is told", arguments: Place.allCases)
  func processes(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { _ = odb.path(["a"]).ensureTable() }
    let heard = Heard()
    let observation = odb.path(["a"]).observe { heard.add($0) }
    let url = home.url
    await #expect(processExitsWith: .success) { [place, url = url as String] in
      try place.register()
      let other = try ODB(url: url)
      try other.performThrowing { try other.path(["a", "x"]).requireSetValue("new") }
    }
    heard.wait(forLines: 1)
    #expect(heard.all.allSatisfy { $0 == "set a.x" || $0 == "unknown a" })
    withExtendedLifetime(observation) {}
  }

  @Test("An observer may perform, and hears of that too")
  func performing() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let heard = Heard()
    let observation = odb.root.observe { change in
      heard.add(change)
      if change.path.name == "question" { odb.perform { odb.path(["answer"]).setValue(42) } }
    }
    odb.perform { odb.path(["question"]).setValue("?") }
    heard.wait(for: "set answer")
    #expect(odb.perform { odb.path(["answer"]).value } == 42)
    withExtendedLifetime(observation) {}
  }

  @Test("An observation that goes hears nothing more")
  func ending() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let (gone, stays) = (Heard(), Heard())
    let observation = odb.root.observe { stays.add($0) }
    odb.root.observe { gone.add($0) }.cancel()
    _ = odb.root.observe { gone.add($0) }
    odb.perform { odb.path(["x"]).setValue(1) }
    stays.wait(for: "set x")
    #expect(gone.all.isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test("Observers that come after others had gone know where things are now")
  func coming() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform { _ = odb.path(["a", "b"]).ensureTable() }
    let early = Heard()
    var observation: ODBObservation? = odb.root.observe { early.add($0) }
    odb.perform { odb.path(["a", "b", "x"]).setValue(1) }
    early.wait(for: "set a.b.x")
    observation = nil
    try odb.perform { _ = try odb.path(["a", "b"]).move(to: odb.root, name: "c") }
    let late = Heard()
    observation = odb.root.observe { late.add($0) }
    odb.perform { odb.path(["c", "x"]).setValue(2) }
    late.wait(forLines: 1)
    #expect(late.all == ["set c.x"])
    #expect(early.all == ["set a.b.x"])
    withExtendedLifetime(observation) {}
  }

  @Test("Of 10,000 observed paths those are told that a change concerns")
  func many() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let heard = Heard()
    odb.perform { for number in 0..<100 { _ = odb.path(["t\(number)"]).ensureTable() } }
    let observations = (0..<10_000).map { number in
      odb.path(["t\(number % 100)", "v\(number)"]).observe { heard.add($0) }
    }
    odb.perform { odb.path(["t17", "v4217"]).setValue(true) }
    odb.perform { odb.path(["t18", "nobody"]).setValue(true) }
    odb.perform { odb.path(["t19", "v19"]).setValue(true) }
    heard.wait(for: "set t19.v19")
    #expect(heard.all == ["set t17.v4217", "set t19.v19"])
    withExtendedLifetime(observations) {}
  }

  @Test("A commit of very many changes is told as one of which nothing is known")
  func unknown() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform { _ = odb.path(["t"]).ensureTable() }
    let heard = Heard()
    let observation = odb.path(["t"]).observe { heard.add($0) }
    odb.perform { for number in 0..<10_100 { odb.path(["t", "\(number)"]).setValue(number) } }
    heard.wait(forLines: 1)
    #expect(heard.all == ["unknown t"])
    withExtendedLifetime(observation) {}
  }

  @Test("Changes come as an asynchronous sequence, which ends when the ODB is closed")
  func sequence() async throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let changes = odb.path(["t"]).changes()
    odb.perform {
      _ = odb.path(["t"]).ensureTable()
      odb.path(["t", "x"]).setValue(1)
    }
    var heard: [String] = []
    for await change in changes {
      heard.append("\(change.kind) \(change.path)")
      if heard.count == 2 { odb.close() }
    }
    #expect(heard == ["set t", "set t.x"])
  }

  @Test("A sequence ends when its task is cancelled")
  func cancelling() async throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    let changes = odb.root.changes()
    let task = Task { for await _ in changes {} }
    task.cancel()
    await task.value
    #expect(!odb.isClosed)
  }

  @Test("An observed path tells Observation of its value and of its children's names", arguments: Place.allCases)
  func observation(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let observed = odb.path(["t"]).observed()
    #expect(observed.value == nil)
    #expect(observed.childNames.isEmpty)
    let told = Shared(0)
    withObservationTracking {
      _ = observed.childNames
    } onChange: {
      told.with { $0 += 1 }
    }
    odb.perform {
      _ = odb.path(["t"]).ensureTable()
      odb.path(["t", "B"]).setValue(1)
      odb.path(["t", "a"]).setValue(1)
    }
    told.wait { $0 == 1 }
    #expect(eventually { observed.childNames == ["a", "B"] })
    odb.perform { odb.path(["t"]).setValue("text") }
    #expect(eventually { observed.value == "text" })
    #expect(eventually { observed.childNames.isEmpty })
  }
}
