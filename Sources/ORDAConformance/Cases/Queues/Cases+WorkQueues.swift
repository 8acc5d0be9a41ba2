import ORDA
internal import ORDAThreads

/// Work done in the order in which it was submitted.
extension ConformanceSuite {
  static let workQueueCases: [ConformanceCase] = [
    ConformanceCase("queues.order", "What is given to a queue is done in the order of the calls.") { run in
      let table = try run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      try run.db.execute("INSERT INTO \(table) (id, n) VALUES (1, 0)")
      let queue = run.db.queue()
      for number in 1...500 {
        queue.enqueue { connection in
          let changed = try connection.execute(
            "UPDATE \(table) SET n = ? WHERE id = 1 AND n = ?", number, number - 1
          ).changed
          if changed != 1 { throw DatabaseError(.other, "\(number) came too early or too late") }
        }
      }
      try queue.flush()
      run.expect(queue.pending, equals: 0, "pieces that wait")
      try run.expect(run.db.first(Int.self, "SELECT n FROM \(table)"), equals: 500)
    },
    ConformanceCase(
      awaited: "queues.failure", "Work that fails is told, and does not hold up the rest; a closed queue takes none."
    ) { run in
      let table = try await run.numbers(1)
      let queue = run.db.queue()
      let failures = queue.errors
      queue.enqueue { try $0.execute("INSERT INTO \(table) (n) VALUES (2)") }
      queue.enqueue { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
      queue.enqueue { connection in
        try connection.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
          throw SecondThoughts()
        }
      }
      queue.enqueue { try $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      try await queue.close()
      queue.enqueue { try $0.execute("INSERT INTO \(table) (n) VALUES (5)") }
      var told = failures.makeAsyncIterator()
      let first = await told.next()
      run.expect(first?.number, equals: 2)
      run.expect((first?.error as? DatabaseError).map { DatabaseError.Kind.constraint.matches($0.kind) }, equals: true)
      run.expect(await told.next()?.error is SecondThoughts, "the closure's own error is not told")
      run.expect((await told.next()?.error as? DatabaseError)?.kind, equals: .misuse, "after the end")
      try await run.expect(run.contents(of: table), equals: [1, 2, 4])
    },
    ConformanceCase(awaited: "queues.again", "Work that is tried again keeps its place, until it is done or given up.")
    { run in
      let table = try await run.emptyNumbers()
      let queue = run.db.queue()
      let failures = queue.errors
      let told = Told()
      queue.enqueue(tryingAgain: { _, attempts in attempts < 3 ? .milliseconds(1) : nil }) { connection in
        told.add("first")
        if told.lines.count < 3 { throw SecondThoughts() }
        try connection.execute("INSERT INTO \(table) (n) VALUES (1)")
      }
      queue.enqueue { _ in told.add("second") }
      queue.enqueue(tryingAgain: { _, attempts in attempts < 2 ? .zero : nil }) { _ in
        told.add("third")
        throw SecondThoughts()
      }
      try await queue.close()
      run.expect(told.lines, equals: ["first", "first", "first", "second", "third", "third"])
      try await run.expect(run.contents(of: table), equals: [1])
      var errors = failures.makeAsyncIterator()
      run.expect(await errors.next()?.number, equals: 3)
    },
    ConformanceCase("queues.misuse", "A queue is not waited for by its own work, or by who holds a connection.") {
      run in
      let table = try run.emptyNumbers()
      let queue = run.db.queue()
      let told = Told()
      queue.enqueue { connection in
        do { try queue.flush() } catch { told.add("\((error as? DatabaseError)?.kind ?? .other)") }
        try connection.execute("INSERT INTO \(table) (n) VALUES (1)")
      }
      try queue.flush()
      run.expect(told.lines, equals: ["misuse"])
      try run.expect(run.contents(of: table), equals: [1])
      try run.db.withConnection { _ in run.expect(throws: .misuse) { try queue.flush() } }
    },
  ]
}
