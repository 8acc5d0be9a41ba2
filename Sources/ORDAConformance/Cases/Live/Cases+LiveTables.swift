import ORDA

extension ConformanceSuite {
  static let liveTableCases: [ConformanceCase] = [
    ConformanceCase("live.table.one", "A governor has one object for a table, also in its closures.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      run.expect(table.columnNames, equals: ["id", "name", "n"])
      run.expect(table.keyNames, equals: ["id"])
      try run.expect(run.live(people) === table, "another object")
      try run.db.transaction { tx in
        try run.expect(tx.table(TableName(name: people.name)) === table, "another object in a transaction")
        try run.expect(run.live(people) === table, "another object beside it")
      }
      run.expect(throws: .noSuchTable) { try run.live(run.reserve()) }
    },
    ConformanceCase("live.entry.one", "A row has one entry, however it was found, as long as somebody holds it.") {
      run in
      let table = try run.live(run.livePeople())
      let ann = try run.entry(1, of: table)
      try run.expect(table.entry(1) === ann, "another object by its key")
      let first = try table.select(where: "n <= 20", orderBy: "id")
      let second = try table.select(where: "n >= 10", orderBy: "id")
      run.expect(first.map { $0["name"] as Value }, equals: ["Ann", "Bob"])
      run.expect(second.count, equals: 3)
      run.expect(first.first === ann && second.first === ann, "another object in a result")
      run.expect(first.last === second.dropFirst().first, "another object in another result")
      try run.db.transaction { _ in try run.expect(table.entry(1) === ann, "another object in a transaction") }
      run.expect(table.liveCount, equals: 3)
    },
    ConformanceCase("live.entry.let", "Nothing is kept of an entry that nobody holds.") { run in
      let table = try run.live(run.livePeople())
      try run.expect(table.select(orderBy: "id").count, equals: 3)
      try run.eventually("no entry is left") { table.liveCount == 0 }
      do {
        let ann = try run.entry(1, of: table)
        run.expect(table.liveCount, equals: 1)
        run.expect(ann["name"] == "Ann", "another name")
      }
      try run.eventually("no entry is left") { table.liveCount == 0 }
    },
    ConformanceCase("live.entry.spellings", "Two spellings of a key are one entry: what is stored decides.") { run in
      let table = try run.live(run.livePeople())
      let bob = try run.entry(2, of: table)
      try run.expect(table.entry(Int16(2)) === bob, "another object")
      do {
        if let found = try table.entry(key: [.text("2")]) { run.expect(found === bob, "another object by a text") }
      } catch .typeMismatch {
        // A database may refuse a text for a number.
      }
      try run.expect(table.entry(99) == nil, "an entry of no row")
      run.expect(throws: .misuse) { try table.entry(1, 2) }
      run.expect(throws: .misuse) { try table.entry(key: []) }
    },
    ConformanceCase(
      "live.table.keyless", "A table without a key has no entries, and its rows can be read all the same."
    ) {
      run in
      let keyless = try run.table(.column("n", .int))
      try run.db.execute("INSERT INTO \(keyless) (n) VALUES (7)")
      let table = try run.live(keyless)
      if table.keyNames.isEmpty {
        // A database may have row numbers of its own, which last as long as the row.
        do {
          let entry = try table.select().first
          run.expect(entry?["n"] == 7, "another number")
        } catch .misuse {}
      }
      try run.expect(run.contents(of: keyless), equals: [7])
    },
    ConformanceCase("live.insert.entry", "An insertion gives the entry of the row that it made.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let dan = try table.insert(["id": 4, "name": "Dan", "n": 40])
      run.expect(dan["name"] == "Dan", "another name")
      run.expect(dan.key, equals: RowKey(4))
      try run.expect(table.entry(4) === dan, "another object")
      try run.expect(run.count(people), equals: 4)
      run.expect(throws: .constraint(.unique)) { try table.insert(["id": 5, "name": "Ann", "n": 1]) }
      run.expect(throws: .noSuchColumn) { try table.insert(["id": 5, "title": "Dr"]) }
      try run.expect(table.insert(["ID": 6, "Name": "Flo", "N": 60], ignoringCase: true).key, equals: RowKey(6))
    },
    ConformanceCase("live.insert.generated", "An insertion gives the key that the database made, and the defaults.") {
      run in
      let made = try run.table(.generatedKey("id"), .column("name", .text(maximum: 20)))
      let table = try run.live(made)
      let first = try table.insert(["name": "a"])
      let second = try table.insert(["name": "b"])
      let third = try table.insert(["id": nil, "name": "c"])
      let nameless = try table.insert([:])
      run.expect(Set([first, second, third, nameless].map(\.key)).count, equals: 4)
      try run.expect(table.entry(key: [first["id"]]) === first, "another object")
      try run.expect(
        run.db.query(String.self, "SELECT name FROM \(made) WHERE name IS NOT NULL ORDER BY id"),
        equals: ["a", "b", "c"])
    },
    ConformanceCase("live.upsert.entry", "An upsert changes the row that is there, or inserts one.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let ann = try run.entry(1, of: table)
      try run.expect(table.upsert(["id": 1, "n": 11]) === ann, "another object")
      run.expect(ann["n"] == 11 && ann["name"] == "Ann", "another row")
      let dan = try table.upsert(["id": 4, "name": "Dan", "n": 40])
      run.expect(dan["name"] == "Dan", "another name")
      try run.expect(run.count(people), equals: 4)
      run.expect(throws: .misuse) { try table.upsert(["name": "Eve"]) }
    },
    ConformanceCase("live.update.before", "An update of several rows gives those that met the condition before.") {
      run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let changed = try table.update(set: ["n": 99], where: "n < 30")
      run.expect(Set(changed.map { $0["id"] as Value }), equals: [1, 2])
      run.expect(changed.contains(bob), "another object")
      run.expect(bob["n"] == 99, "another number")
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(people) ORDER BY id"), equals: [99, 99, 30])
      try run.expect(table.update(set: ["n": 1], where: "n < 30").count, equals: 0)
      run.expect(throws: .constraint(.unique)) { try table.update(set: ["name": "Same"], where: nil) }
      try run.expect(
        run.db.query(String.self, "SELECT name FROM \(people) ORDER BY id"), equals: ["Ann", "Bob", "Cid"])
      run.expect(bob["name"] == "Bob", "a name that was not written")
    },
    ConformanceCase(
      "live.entries.keys", "The entries of many keys come in their order by one statement, nil where no row is.",
      needs: [.lists]
    ) { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let before = run.db.statistics.statements
      let found = try table.entries(keys: [3, 9, 2, 1, 3])
      run.expect(run.db.statistics.statements - before <= 1, "more than one statement")
      run.expect(found.map { $0.map { $0["name"] as Value } }, equals: ["Cid", nil, "Bob", "Ann", "Cid"])
      run.expect(found.dropFirst(2).first == bob && found.first == found.last, "another object")
      run.expect(throws: .misuse) { try table.entries(keys: [[1, 2]]) }
      try run.db.transaction { tx in
        try tx.execute("DELETE FROM \(people) WHERE id = 1")
        try run.expect(table.entries(keys: [1, 2]).map { $0 != nil }, equals: [false, true], "in a transaction")
      }
    },
    ConformanceCase(
      "live.update.many", "10,000 rows are updated by three statements at most.", needs: [.lists]
    ) { run in
      let numbers = try run.liveNumbers()
      let table = try run.live(numbers)
      let before = run.db.statistics.statements
      let changed = try table.update(set: ["n": 0], where: "n > 1")
      run.expect(run.db.statistics.statements - before <= 3, "more than three statements")
      run.expect(changed.count, equals: 9_999)
      run.expect(changed.allSatisfy { $0["n"] == 0 }, "an entry with its old value")
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(numbers) WHERE n <> 0"), equals: [1])
    },
    ConformanceCase(
      "live.delete.many", "10,000 rows are deleted by three statements at most.", needs: [.lists]
    ) { run in
      let numbers = try run.liveNumbers()
      let table = try run.live(numbers)
      let before = run.db.statistics.statements
      let gone = try table.delete(where: "n > 1")
      run.expect(run.db.statistics.statements - before <= 3, "more than three statements")
      run.expect(gone.count, equals: 9_999)
      run.expect(gone.allSatisfy(\.isDeleted), "an entry that is not deleted")
      try run.expect(run.count(numbers), equals: 1)
    },
    ConformanceCase("live.delete.several", "A deletion of several rows gives their entries, with their last values.") {
      run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let gone = try table.delete(where: "n >= 20")
      run.expect(Set(gone.map { $0["name"] as Value }), equals: ["Bob", "Cid"])
      run.expect(gone.allSatisfy(\.isDeleted), "an entry that is not deleted")
      try run.expect(table.count(), equals: 1)
      try run.expect(table.count(where: "n > 10"), equals: 0)
    },
  ]
}
