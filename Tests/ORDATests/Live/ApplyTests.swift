import Foundation
import Testing

@testable import ORDA

@Suite("Batches and entries") struct ApplyTests {
  private func start(
    clock: TestClock? = nil
  ) throws -> (FakeTable, any Governor, GovernedTable, TableEntry) {
    let fake = FakeTable(tells: true)
    let db = try fake.open(clock: clock)
    let genres = try db.genres()
    return (fake, db, genres, try #require(try genres.entry(2)))
  }

  @Test("Another's change arrives, and only the observers of its columns hear of it, once")
  func arrives() async throws {
    let (fake, _, _, jazz) = try start()
    let names = counting { _ = jazz["name"] as Value }
    let ages = counting { _ = jazz["age"] as Value }
    let row: [Value] = [2, "Jazz", 10]
    fake.source?.publish([FakeTable.change(.update, 2, old: row, new: [2, "Swing", 10])])
    #expect(jazz["name"] == "Swing")
    #expect(await eventually { names.current == 1 })
    #expect(ages.current == 0)
  }

  @Test("A row that is changed back and forth in one transaction is not announced")
  func backAndForth() async throws {
    let (fake, _, _, jazz) = try start()
    let names = counting { _ = jazz["name"] as Value }
    let ages = counting { _ = jazz["age"] as Value }
    fake.source?.publish([
      FakeTable.change(.update, 2, old: [2, "Jazz", 10], new: [2, "Swing", 10]),
      FakeTable.change(.update, 2, old: [2, "Swing", 10], new: [2, "Swing", 11]),
      FakeTable.change(.update, 2, old: [2, "Swing", 11], new: [2, "Jazz", 11]),
    ])
    #expect(jazz["name"] == "Jazz")
    #expect(jazz["age"] == 11)
    #expect(await eventually { ages.current == 1 })
    #expect(names.current == 0)
  }

  @Test("A deleted row: the entry keeps its last values, is announced, and another one gets its key")
  func deletion() throws {
    let (fake, _, genres, jazz) = try start()
    let deletions = counting { _ = jazz.isDeleted }
    fake.delete(2)
    #expect(jazz.isDeleted)
    #expect(jazz["name"] == "Jazz")
    #expect(genres.liveCount == 0)
    let error = #expect(throws: DatabaseError.self) { try jazz.set("name", to: "Swing") }
    #expect(error?.kind == .noSuchRow)
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
    #expect(eventually { deletions.current == 1 })
    fake.rows.with { $0[2] = [2, "Other", 0] }
    let other = try #require(try genres.entry(2))
    #expect(other !== jazz)
    #expect(other["name"] == "Other")
    #expect(jazz["name"] == "Jazz")
  }

  @Test("A key that changes moves the entry; two that are exchanged change places")
  func moving() throws {
    let (fake, _, genres, jazz) = try start()
    let rock = try #require(try genres.entry(1))
    fake.update(2) { $0[0] = 7 }
    #expect(jazz.key == RowKey(7))
    #expect(jazz["id"] == 7)
    #expect(try genres.entry(7) === jazz)
    fake.source?.publish([
      FakeTable.change(.update, 7, old: [7, "Jazz", 10], new: [99, "Jazz", 10]),
      FakeTable.change(.update, 1, old: [1, "Rock", 0], new: [7, "Rock", 0]),
      FakeTable.change(.update, 99, old: [99, "Jazz", 10], new: [1, "Jazz", 10]),
    ])
    #expect(try genres.entry(1) === jazz)
    #expect(try genres.entry(7) === rock)
    #expect(genres.liveCount == 2)
  }

  @Test("What is unknown is read again, in one statement, and only what differs is announced")
  func unknown() async throws {
    let (fake, _, genres, jazz) = try start()
    let all = try await genres.select()
    let names = counting { for entry in all { _ = entry["name"] as Value } }
    let ages = counting { for entry in all { _ = entry["age"] as Value } }
    fake.isTold.current = false
    fake.update(2) { $0[1] = "Swing" }
    fake.delete(3)
    fake.database.forget()
    fake.source?.publish(unknown: UnknownTables(tables: [FakeTable.name]))
    #expect(await eventually { jazz["name"] == "Swing" && all[2].isDeleted })
    #expect(await eventually { names.current >= 2 })
    let selects = fake.database.work.filter { $0.hasPrefix("run SELECT") }
    #expect(selects.count == 1)
    // The last genre was deleted, which observers of all of its columns hear.
    #expect(ages.current == 1)
    #expect(all[0]["name"] == "Rock")
  }

  @Test("A row that was read before a batch does not undo it")
  func noGoingBack() throws {
    let (fake, _, genres, jazz) = try start()
    fake.wasRead.current = { [fake] in
      fake.wasRead.current = nil
      fake.source?.publish([FakeTable.change(.update, 2, old: [2, "Jazz", 10], new: [2, "Swing", 10])])
    }
    // Reads 'Jazz', and before it is given out the batch makes it 'Swing'.
    _ = try genres.select()
    #expect(jazz["name"] == "Swing")
  }

  @Test("A row that is first read while a batch is applied is read again")
  func missedBatch() async throws {
    let (fake, _, genres, _) = try start()
    fake.wasRead.current = { [fake] in
      fake.wasRead.current = nil
      fake.update(3) { $0[1] = "Rhythm" }
    }
    let blues = try #require(try await genres.entry(3))
    #expect(await eventually { blues["name"] == "Rhythm" })
  }

  @Test("An event that does not follow on what the entry has is not set: the row is read again")
  func outOfStep() async throws {
    let (fake, _, _, jazz) = try start()
    fake.isTold.current = false
    fake.update(2) { $0[1] = "Newest" }
    let seen = Shared<[Value]>([])
    _ = counting { seen.with { $0.append(jazz["name"]) } }
    fake.source?.publish([FakeTable.change(.update, 2, old: [2, "Older", 10], new: [2, "Old", 10])])
    #expect(await eventually { jazz["name"] == "Newest" })
    #expect(await eventually { seen.current == ["Jazz", "Newest"] })
  }

  @Test("What a row holds now is set, whatever the entry had, and read only where a column is not told")
  func wholeRow() async throws {
    let (fake, _, _, jazz) = try start()
    fake.isTold.current = false
    func tell(_ cells: [ChangedCell]) {
      fake.source?.publish([
        RowChange(kind: .update, layout: FakeTable.layout, key: RowKey(2), newKey: nil, changed: .row(cells))
      ])
    }
    let seen = Shared<[[String]]>([])
    let observation = jazz.observe { change in seen.with { $0.append(change.columns) } }
    let reads = fake.database.work.count
    // A column that was left as it was may be missing.
    tell([ChangedCell(column: 1, new: "Swing"), ChangedCell(column: 0, new: 2)])
    #expect(await eventually { jazz["name"] == "Swing" })
    tell([ChangedCell(column: 1, new: "Swing"), ChangedCell(column: 2, new: 12)])
    #expect(await eventually { jazz["age"] == 12 })
    #expect(await eventually { seen.current == [["name"], ["age"]] })
    #expect(fake.database.work.count == reads, "nothing was read again")
    fake.update(2) { $0[1] = "Bebop" }
    tell([ChangedCell(column: 1)])
    #expect(await eventually { jazz["name"] == "Bebop" && jazz["age"] == 10 })
    withExtendedLifetime(observation) {}
  }

  @Test("Values that an event does not tell, and rows of another key, are read again")
  func untold() async throws {
    let (fake, _, _, jazz) = try start()
    fake.isTold.current = false
    fake.update(2) { $0[1] = "Swing" }
    fake.source?.publish([
      RowChange(kind: .update, layout: FakeTable.layout, key: RowKey(2), cells: [ChangedCell(column: 1)])
    ])
    #expect(await eventually { jazz["name"] == "Swing" })
    fake.update(2) { $0[1] = "Bebop" }
    let byRow = RowLayout(
      table: FakeTable.name, identity: FakeTable.name, columns: ["id", "name", "age"], keyColumns: [])
    fake.source?.publish([RowChange(kind: .update, layout: byRow, key: RowKey(77), cells: nil)])
    #expect(await eventually { jazz["name"] == "Bebop" })
  }

  @Test("Reading again that fails for a while is done again, and all is as it should be in the end")
  func failing() async throws {
    let clock = TestClock()
    let (fake, _, _, jazz) = try start(clock: clock)
    fake.isTold.current = false
    fake.update(2) { $0[1] = "Swing" }
    let text = #"SELECT "id", "name", "age" FROM "genre" WHERE "id" = ?"#
    let answer = fake.database[text]
    fake.database[text] = .fails(.locked)
    fake.database.forget()
    fake.source?.publish(unknown: .everything)
    try await clock.waitForWaiters(within: .seconds(1))
    #expect(fake.database.work.contains { $0.hasPrefix("run \(text)") })
    #expect(jazz["name"] == "Jazz")
    fake.database[text] = answer
    clock.advance(by: .seconds(1))
    #expect(await eventually { jazz["name"] == "Swing" })
    #expect(Set(fake.database.warnings.take()) == ["reading entries again failed"])
  }

  @Test("changes() gives what was not fetched in time as one, and ends with the row")
  func sequence() async throws {
    let (fake, _, _, jazz) = try start()
    var changes = jazz.changes().makeAsyncIterator()
    let told = Shared(0)
    let observation = jazz.observe { _ in told.with { $0 += 1 } }
    fake.update(2) { $0[1] = "Swing" }
    fake.update(2) { $0[2] = 12 }
    let error = await asyncDatabaseError { try await jazz.refresh() }
    #expect(error == nil)
    // Announcing goes on after that. Closures are told after those who read, and once for each of the two.
    #expect(await eventually { told.current == 2 })
    let first = await changes.next()
    #expect(first?.columns == ["name", "age"])
    #expect(first?.isDeleted == false)
    fake.delete(2)
    try await jazz.home.governor.execute("DELETE FROM nothing")
    #expect(await changes.next()?.isDeleted == true)
    #expect(await changes.next() == nil)
    withExtendedLifetime(observation) {}
  }

  @Test("Where the source does not tell of cascades, the rows that depend on a changed one are read again")
  func cascades() async throws {
    let source = ScriptedChangeSource(tellsCascades: false)
    let fake = FakeTable(tells: false)
    fake.database.tellChanges(by: source)
    var definition = FakeTable.definition
    definition.foreignKeys = [
      ForeignKey(columns: ["age"], referencedTable: "album", referencedColumns: ["id"], onDelete: .setNull)
    ]
    let album = TableDescription(
      name: "album", columns: [ColumnDescription(name: "id", declaredType: "INTEGER", isNullable: false)],
      primaryKey: ["id"],
      foreignKeys: [
        ForeignKey(columns: ["id"], referencedTable: "artist", referencedColumns: ["id"], onDelete: .cascade)
      ])
    fake.database.script.descriptions = [definition, album]
    let db = try fake.open()
    let jazz = try #require(try await db.genres().entry(2))
    #expect(source.interest == .tables([FakeTable.name, "album", "artist"]))
    fake.update(2) { $0[2] = .null }
    let layout = RowLayout(table: "artist", identity: "artist", columns: ["id"], keyColumns: ["id"])
    source.publish([RowChange(kind: .insert, layout: layout, key: RowKey(1), cells: nil)])
    source.publish([RowChange(kind: .delete, layout: layout, key: RowKey(1), cells: nil)])
    #expect(await eventually { jazz["age"] == Value.null })
  }
}
