import ORDA
internal import ORDAThreads

/// Cases that need a database that reports changes. How soon it does is up to the driver.
extension ConformanceSuite {
  static let liveChangeCases: [ConformanceCase] = [
    ConformanceCase(
      "live.events.statements", "What any statement of the governor changes arrives in the entries.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let all = try run.live(people).select(orderBy: "id").entries
      let (ann, bob, cid) = try run.three(all)
      let watch = LiveWatch(bob, "n")
      try run.db.execute("UPDATE \(people) SET n = n + 1, name = 'Ben' WHERE id = 2")
      try run.eventually("the update arrives") { bob["n"] == 21 && bob["name"] == "Ben" }
      try run.eventually("the update is announced") { watch.values == [21] }
      try run.db.prepare("UPDATE \(people) SET n = ? WHERE id = ?").executeMany([[12, 1], [32, 3]])
      try run.eventually("the batch arrives") { ann["n"] == 12 && cid["n"] == 32 }
      try run.db.execute("DELETE FROM \(people) WHERE id = 1")
      try run.eventually("the deletion arrives") { ann.isDeleted }
      run.expect(ann["n"] == 12, "its last value is gone")
      try run.db.execute("DELETE FROM \(people)")
      try run.eventually("the deletion of all arrives") { bob.isDeleted && cid.isDeleted }
    },
    ConformanceCase(
      "live.events.elsewhere", "What another governor commits arrives in the entries, and is not written back.",
      needs: [.changeEvents]
    ) { run in
      let other = try run.another()
      let (people, bob, watch) = try run.liveBob()
      for number in 1...20 {
        try other.execute("UPDATE \(people) SET n = ? WHERE id = 2", number)
        try run.eventually("\(number) arrives") { bob["n"] as Int? == number }
        // A late listener reads what is there by then.
        try run.eventually("\(number) is announced") { watch.values.last == .int(Int64(number)) }
      }
      run.expect(watch.values, equals: (1...20).map { .int($0) })
      try run.expect(other.first(Int.self, "SELECT n FROM \(people) WHERE id = 2"), equals: 20)
    },
    ConformanceCase(
      "live.events.both", "Two governors have entries of one row, and each hears of the other's writes.",
      needs: [.changeEvents]
    ) { run in
      let other = try run.another()
      let people = try run.livePeople()
      let (here, there) = try (run.live(people), run.live(people, of: other))
      let (mine, theirs) = try (run.entry(2, of: here), run.entry(2, of: there))
      run.expect(mine !== theirs, "one object of two governors")
      for number in 1...5 {
        try mine.set("n", to: number * 10)
        try run.eventually("the other hears \(number * 10)") { theirs["n"] as Int? == number * 10 }
        try theirs.set("n", to: number * 10 + 1)
        try run.eventually("this one hears \(number * 10 + 1)") { mine["n"] as Int? == number * 10 + 1 }
      }
    },
    ConformanceCase(
      "live.events.undone", "What a statement changed and a rollback undid nobody hears of.", needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let bob = try run.entry(2, of: run.live(people))
      let (name, number) = (LiveWatch(bob, "name"), LiveWatch(bob, "n"))
      for _ in 1...5 {
        run.expectSecondThoughts {
          try run.db.transaction { tx in
            try tx.execute("UPDATE \(people) SET name = 'Nobody', n = 0 WHERE id = 2")
            try tx.execute("DELETE FROM \(people) WHERE id = 2")
            throw SecondThoughts()
          }
        }
      }
      try run.db.execute("UPDATE \(people) SET n = 21 WHERE id = 2")
      try run.eventually("the commit after them arrives") { bob["n"] == 21 }
      try run.eventually("it is announced") { !number.values.isEmpty }
      run.expect(number.values, equals: [21])
      run.expect(name.values, equals: [])
      run.expect(bob.isDeleted, equals: false)
    },
    ConformanceCase(
      awaited: "live.events.forward", "Values never go back: commits arrive in their order, whoever makes them.",
      needs: [.changeEvents]
    ) { run in
      let other = try await run.another()
      let (people, bob, watch) = try await onThread { try run.liveBob() }
      let turn = Lock(20)
      // Each adds one to what it finds, in a transaction that nobody interrupts.
      try await run.onThreads(4) { thread in
        for _ in 1...15 {
          let db = thread % 2 == 0 ? run.db : other
          turn.withLock { turn in
            turn += 1
            _ = try? db.execute("UPDATE \(people) SET n = ? WHERE id = 2", turn)
          }
        }
      }
      try await run.until { bob["n"] == 80 && watch.values.last == 80 }
      run.expectForward(watch)
    },
    ConformanceCase(
      "live.events.refresh", "A row that is read again while others write it never shows an older value.",
      needs: [.changeEvents]
    ) { run in
      let other = try run.another()
      let (people, bob, watch) = try run.liveBob()
      for number in 21...50 {
        try other.execute("UPDATE \(people) SET n = ? WHERE id = 2", number)
        try bob.refresh()
        run.expect((bob["n"] as Int? ?? 0) >= number, "\(bob["n"] as Value) after \(number)")
      }
      try run.eventually("the last one is announced") { watch.values.last == 50 }
      run.expectForward(watch)
    },
    ConformanceCase(
      "live.events.cascades", "What foreign keys delete and change arrives, also over several tables.",
      needs: [.changeEvents, .foreignKeys]
    ) { run in
      func reference(_ table: ConformanceTable, _ column: String, _ action: ForeignKey.Action) -> ForeignKey {
        ForeignKey(
          columns: [column], referencedTable: TableName(name: table.name), referencedColumns: ["id"],
          onUpdate: .restrict, onDelete: action)
      }
      let parents = try run.table(.required("id", .int), primaryKey: ["id"])
      let children = try run.table(
        .required("id", .int), .required("parent", .int), primaryKey: ["id"],
        foreignKeys: [reference(parents, "parent", .cascade)])
      let grandchildren = try run.table(
        .required("id", .int), .column("child", .int), .column("other", .int), primaryKey: ["id"],
        foreignKeys: [reference(children, "child", .setNull), reference(children, "other", .cascade)])
      for id in 1...2 {
        try run.db.execute("INSERT INTO \(parents) (id) VALUES (?)", id)
        try run.db.execute("INSERT INTO \(children) (id, parent) VALUES (?, ?)", id, id)
      }
      try run.db.execute("INSERT INTO \(grandchildren) (id, child, other) VALUES (1, 1, 2), (2, 2, 1), (3, 2, 2)")
      let (parent, child, tables) = try (run.live(parents), run.live(children), run.live(grandchildren))
      let (first, second) = try (run.entry(1, of: child), run.entry(2, of: child))
      let all = try tables.select(orderBy: "id").entries
      let (nulled, gone, kept) = try run.three(all)
      let one = try run.entry(1, of: parent)
      try one.delete()
      try run.eventually("the child is gone") { first.isDeleted }
      try run.eventually("its reference is NULL") { nulled["child"] == .null }
      try run.eventually("the grandchild is gone") { gone.isDeleted }
      run.expect(!second.isDeleted && !kept.isDeleted && kept["child"] == 2, "another row was touched")
      try run.db.execute("DELETE FROM \(parents)")
      try run.eventually("the rest is gone") { second.isDeleted && kept.isDeleted && nulled.isDeleted }
    },
    ConformanceCase(
      "live.events.key", "A key that a statement changes moves the entry.", needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      try run.db.execute("UPDATE \(people) SET id = 22, n = 22 WHERE id = 2")
      try run.eventually("the entry has moved") { bob.key == RowKey(22) && bob["n"] == 22 }
      try run.expect(table.entry(22) === bob, "another object")
    },
    ConformanceCase(
      awaited: "live.batches.committed", "Changes are told after the commit, in the order of the commits.",
      needs: [.changeEvents]
    ) { run in
      let people = try await onThread { try run.livePeople() }
      let batches = try await run.db.changes(of: [TableName(name: people.name)])
      for number in 1...3 { try await run.db.execute("UPDATE \(people) SET n = ? WHERE id = 2", number) }
      await run.expectSecondThoughts {
        try await run.db.transaction { tx in
          try await tx.execute("UPDATE \(people) SET n = 99")
          throw SecondThoughts()
        }
      }
      try await run.db.execute("DELETE FROM \(people) WHERE id = 1")
      var kinds: [RowChange.Kind] = []
      for await batch in batches {
        run.expect(batch.rows.allSatisfy { $0.key != RowKey(3) }, "a change that was undone")
        kinds += batch.rows.map(\.kind)
        if !batch.unknown.isEmpty || kinds.contains(.delete) { break }
      }
      if kinds.contains(.delete) { run.expect(kinds, equals: [.update, .update, .update, .delete]) }
    },
    ConformanceCase(
      "live.events.unheld", "Where nobody holds an entry any more, nothing of the table is followed.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      try run.expect(table.select().count, equals: 3)
      try run.eventually("no entry is left") { table.liveCount == 0 }
      for number in 1...5 { try run.db.execute("UPDATE \(people) SET n = ?", number) }
      run.expect(table.liveCount, equals: 0)
      let bob = try run.entry(2, of: table)
      run.expect(bob["n"] == 5, "another number")
      try run.db.execute("UPDATE \(people) SET n = 6")
      try run.eventually("it is followed again") { bob["n"] == 6 }
    },
  ]
}

extension ConformanceRun {
  fileprivate func three(_ entries: [TableEntry]) throws -> (TableEntry, TableEntry, TableEntry) {
    let all = Array(entries.prefix(3))
    try require(all.count == 3, "\(all.count) entries instead of 3")
    return (
      try require(all.first), try require(all.dropFirst().first), try require(all.last)
    )
  }
}
