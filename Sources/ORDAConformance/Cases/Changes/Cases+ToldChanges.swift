import ORDA
internal import ORDAThreads

/// When observers are called.
extension ConformanceSuite {
  static let toldChangeCases: [ConformanceCase] = [
    ConformanceCase(
      "changes.beforeReturn", "An observer that is called before the writing call returns is called for each commit.",
      needs: [.changeEvents]
    ) { run in
      let table = try run.emptyNumbers()
      let told = Lock(0)
      let observation = try run.db.observeChanges(of: [TableName(name: table.name)], when: .beforeReturn) { batch in
        told.withLock { $0 += batch.isEmpty ? 0 : 1 }
      }
      for number in 1...50 {
        try run.db.execute("INSERT INTO \(table) (n) VALUES (?)", number)
        run.expect(told.withLock { $0 }, equals: number, "batches after so many commits")
      }
      try run.db.transaction { tx in
        try tx.execute("DELETE FROM \(table)")
        run.expect(told.withLock { $0 }, equals: 50, "batches before the commit")
      }
      run.expect(told.withLock { $0 }, equals: 51, "batches after the commit")
      observation.cancel()
      try run.db.execute("INSERT INTO \(table) (n) VALUES (1)")
      run.expect(told.withLock { $0 }, equals: 51, "batches after the end")
    },
    ConformanceCase(
      awaited: "changes.beforeReturn.awaited",
      "An observer that is called before the writing call returns is called before an awaited one returns, too.",
      needs: [.changeEvents]
    ) { run in
      let table = try await run.emptyNumbers()
      let told = Lock(Set<Int>())
      let observation = try await run.db.observeChanges(of: [TableName(name: table.name)], when: .beforeReturn) {
        batch in
        for change in batch.rows {
          if case .int(let number) = change.key.values.first { told.withLock { _ = $0.insert(Int(number)) } }
        }
        if !batch.unknown.isEmpty { told.withLock { _ = $0.insert(0) } }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            for step in 1...25 {
              let number = worker * 100 + step
              if step % 2 == 0 {
                try await run.db.execute("INSERT INTO \(table) (n) VALUES (?)", number)
              } else {
                try await run.db.transaction { try await $0.execute("INSERT INTO \(table) (n) VALUES (?)", number) }
              }
              run.expect(
                told.withLock { $0.contains(number) || $0.contains(0) },
                "\(number) was not told before the call returned")
            }
          }
        }
        try await group.waitForAll()
      }
      observation.cancel()
    },
    ConformanceCase(
      "changes.beforeReturn.inside",
      "What an observer writes that writers wait for returns first, and is told afterwards.",
      needs: [.changeEvents]
    ) { run in
      let table = try run.emptyNumbers()
      let db = run.db
      let told = Told()
      let observation = try db.observeChanges(of: [TableName(name: table.name)], when: .beforeReturn) { _ in
        let count = told.lines.count
        told.add("begins")
        if count == 0 { _ = try? db.execute("INSERT INTO \(table) (n) VALUES (2)") }
        told.add("ends")
      }
      try db.execute("INSERT INTO \(table) (n) VALUES (1)")
      try run.eventually("the observer's own write is told") { told.lines == ["begins", "ends", "begins", "ends"] }
      observation.cancel()
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      "changes.catchUp", "After catching up, everything was told that anybody committed before.", needs: [.changeEvents]
    ) { run in
      let table = try run.emptyNumbers()
      let other = try run.another()
      let told = Lock(0)
      let observation = try run.db.observeChanges(of: [TableName(name: table.name)]) { _ in
        pause(2)
        told.withLock { $0 += 1 }
      }
      for number in 1...10 {
        try (number % 2 == 0 ? run.db : other).execute("INSERT INTO \(table) (n) VALUES (?)", number)
        try run.db.catchUp()
        run.expect(told.withLock { $0 } >= number, "only \(told.withLock { $0 }) of \(number) were told")
      }
      try run.db.transaction { _ in run.expect(throws: .misuse) { try run.db.catchUp() } }
      observation.cancel()
    },
    ConformanceCase(
      awaited: "changes.mark", "The changes of a transaction that was marked are told with its mark.",
      needs: [.changeEvents]
    ) { run in
      let table = try await run.emptyNumbers()
      let marks = Told()
      let name = TableName(name: table.name)
      let observation = try await run.db.observeChanges(of: [name], when: .beforeReturn) { batch in
        marks.add("\(batch.mark?.name ?? "none")")
      }
      try await run.db.transaction(mark: "editor") { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
      try await run.db.execute("INSERT INTO \(table) (n) VALUES (2)")
      try await run.db.transaction(mark: "import") { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (3)")
        try await tx.execute("INSERT INTO \(table) (n) VALUES (4)")
      }
      await run.expectSecondThoughts {
        try await run.db.transaction(mark: "undone") { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (5)")
          throw SecondThoughts()
        }
      }
      try await run.db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (6)") }
      run.expect(marks.lines, equals: ["editor", "none", "import", "none"])
      observation.cancel()
    },
    ConformanceCase(
      awaited: "changes.ignored", "An observer is not told of transactions whose mark it ignores, and of all others.",
      needs: [.changeEvents]
    ) { run in
      let table = try await run.emptyNumbers()
      let (ignoring, all) = (Told(), Told())
      let name = TableName(name: table.name)
      let observation = try await run.db.observeChanges(of: [name], when: .beforeReturn, ignoring: "own") { batch in
        for row in batch.rows { ignoring.add("\(batch.mark?.name ?? "none") \(row.kind.rawValue)") }
        if !batch.unknown.isEmpty { ignoring.add("unknown") }
      }
      try await run.db.transaction(mark: "own") { try $0.execute("INSERT INTO \(table) (n) VALUES (1), (2)") }
      try await run.db.execute("INSERT INTO \(table) (n) VALUES (3)")
      try await run.db.transaction(mark: "other") { try $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      run.expect(ignoring.lines, equals: ["none insert", "other insert"])
      // A second listener does not make the first one miss anything.
      let second = try await run.db.observeChanges(of: [name], when: .beforeReturn) { batch in
        for row in batch.rows { all.add("\(batch.mark?.name ?? "none") \(row.kind.rawValue)") }
      }
      try await run.db.transaction(mark: "own") { try $0.execute("DELETE FROM \(table) WHERE n = 1") }
      try await run.db.execute("UPDATE \(table) SET n = 30 WHERE n = 3")
      run.expect(all.lines, equals: ["own delete", "none update"])
      run.expect(ignoring.lines, equals: ["none insert", "other insert", "none update"])
      observation.cancel()
      second.cancel()
    },
  ]
}
