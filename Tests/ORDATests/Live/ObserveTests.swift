import Foundation
import Testing

@testable import ORDA

@Suite("Closures that observe an entry") struct ObserveTests {
  private struct Genres: TableSchema {
    static let tableName: TableName = "genre"
    let id = Column<Int64>("id")
    let name = Column<String>("name")
    let age = Column<Int?>("age")
  }

  @Test("It is called after each commit, in order, until it is cancelled or let go of")
  func calls() throws {
    let fake = FakeTable(tells: true)
    let jazz = try #require(try fake.open().genres().entry(2))
    let heard = Shared<[[String]]>([])
    var observation: EntryObservation? = jazz.observe { change in heard.with { $0.append(change.columns) } }
    try jazz.set("name", to: "Swing")
    try jazz.update {
      $0["name"] = "Bebop"
      $0["age"] = 7
    }
    #expect(heard.current == [["name"], ["name", "age"]])
    observation?.cancel()
    try jazz.set("name", to: "Cool")
    #expect(heard.current.count == 2)
    observation = jazz.observe { change in heard.with { $0.append(change.columns) } }
    try jazz.set("age", to: 8)
    #expect(heard.current.count == 3)
    observation = nil
    try jazz.set("age", to: 9)
    #expect(heard.current.count == 3)
  }

  @Test("A transaction is heard of once, after its commit, and not at all where it is rolled back")
  func transactions() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let heard = Shared(0)
    let observation = jazz.observe { _ in heard.with { $0 += 1 } }
    try db.transaction { _ in
      try jazz.set("name", to: "Swing")
      try jazz.set("name", to: "Bebop")
      #expect(heard.current == 0)
    }
    #expect(heard.current == 1)
    let rows = fake.rows.current
    try? db.transaction { _ in
      try jazz.set("name", to: "Lost")
      throw CancellationError()
    }
    fake.rows.current = rows
    #expect(heard.current == 1)
    withExtendedLifetime(observation) {}
  }

  @Test("The observation holds the entry, and the last call is that of the deletion")
  func lifetime() throws {
    let fake = FakeTable(tells: true)
    let genres = try fake.open().genres()
    var jazz = try genres.entry(2)
    weak let gone = jazz
    let heard = Shared<[Bool]>([])
    let observation = jazz?.observe { change in heard.with { $0.append(change.isDeleted) } }
    jazz = nil
    #expect(genres.liveCount == 1)
    fake.source?.publish([FakeTable.change(.update, 2, old: [2, "Jazz", 10], new: [2, "Swing", 10])])
    #expect(eventually { heard.current == [false] })
    fake.source?.publish([FakeTable.change(.delete, 2, old: [2, "Swing", 10], new: nil)])
    #expect(eventually { heard.current == [false, true] })
    #expect(eventually { gone == nil })
    let blues = try #require(try genres.entry(3))
    try blues.delete()
    let late = blues.observe { _ in heard.with { $0.append(true) } }
    fake.source?.publish(unknown: .everything)
    #expect(heard.current.count == 2)
    withExtendedLifetime((observation, late)) {}
  }

  @Test("It may set the entry, which is told after it has returned, and cancel itself")
  func reentrant() throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let depth = Shared(0)
    let ages = Shared<[Int]>([])
    let kept = Shared<EntryObservation?>(nil)
    kept.current = jazz.observe { [unowned jazz] change in
      #expect(
        depth.with {
          $0 += 1; return $0
        } == 1, "one call after the other")
      let age = jazz["age"] as Int? ?? 0
      ages.with { $0.append(age) }
      if age < 13 { try? jazz.set("age", to: age + 1) } else { kept.current?.cancel() }
      depth.with { $0 -= 1 }
    }
    try jazz.set("age", to: 11)
    #expect(eventually { ages.current == [11, 12, 13] })
    try jazz.set("age", to: 20)
    #expect(ages.current.count == 3)
    kept.current = nil
  }

  @Test("Seen through a schema, columns are named by it")
  func typed() throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    let jazz = try #require(try db.table(Genres.self).entry(2))
    let heard = Shared<[[Bool]]>([])
    let observation = jazz.observe { change in
      heard.with { $0.append([change.contains(\.name), change.contains(\.age), change.isDeleted]) }
    }
    jazz.name = "Swing"
    jazz.age = 5
    try jazz.delete()
    #expect(heard.current == [[true, false, false], [false, true, false], [false, false, true]])
    withExtendedLifetime(observation) {}
  }
}
