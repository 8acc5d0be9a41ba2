import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let migrationCases: [ConformanceCase] = [
    ConformanceCase("migrations.once", "Steps run in order, in Swift and in SQL, each once on a database.") { run in
      let (table, migrations) = (run.reserve(), run.reserve())
      let steps = [
        Migration("make") { db in
          try db.create(TableDefinition(name: TableName(name: table.name), columns: [.required("n", .int)]))
        },
        Migration("fill", sql: "INSERT INTO \(table) (n) VALUES (1); INSERT INTO \(table) (n) VALUES (2)"),
      ]
      let migrator = try Migrator(run.db, steps, table: TableName(name: migrations.name))
      try run.expect(migrator.status().map(\.state), equals: [.pending, .pending])
      try run.expect(migrator.up().map(\.name), equals: ["make", "fill"])
      try run.expect(run.contents(of: table), equals: [1, 2])
      try run.expect(migrator.status().map(\.state), equals: [.applied, .applied])
      // A later version of the program has more of them.
      let other = try Migrator(
        run.db, steps + [Migration("more", sql: "INSERT INTO \(table) (n) VALUES (3)")],
        table: TableName(name: migrations.name))
      try run.expect(other.up().map(\.name), equals: ["more"])
      try run.expect(other.up().map(\.name), equals: [])
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      "migrations.repeatable", "A repeatable step runs after the others, and again when its text has changed."
    ) { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      func up(_ steps: Migration...) throws -> [String] {
        try Migrator(run.db, steps, table: TableName(name: migrations.name)).up().map(\.name)
      }
      let (one, two) = (insert(1, table), insert(2, table))
      try run.expect(up(.repeatable("R", sql: two), Migration("a", sql: one)), equals: ["a", "R"])
      try run.expect(up(.repeatable("R", sql: two), Migration("a", sql: one)), equals: [])
      try run.expect(up(.repeatable("R", sql: insert(3, table)), Migration("a", sql: one)), equals: ["R"])
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      "migrations.refused",
      "Where a step has changed since it ran, is missing, or would run too late, nothing is run, and the error says which."
    ) { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      func up(_ steps: [(String, Int)], allowsGaps: Bool = false) throws {
        var migrator = try Migrator(
          run.db, steps.map { Migration($0.0, sql: insert($0.1, table)) }, table: TableName(name: migrations.name))
        migrator.allowsGaps = allowsGaps
        try migrator.up()
      }
      try up([("a", 1), ("c", 3)])
      func refused(_ sort: DatabaseError.Kind.Migration, naming name: String, _ steps: [(String, Int)]) {
        let error = run.expect(throws: .migration(sort)) { try up(steps) }
        run.expect(error?.message ?? "", contains: name)
      }
      refused(.changed, naming: "a", [("a", 9), ("c", 3), ("d", 4)])
      refused(.missing, naming: "a", [("c", 3), ("d", 4)])
      refused(.newer, naming: "c", [("a", 1)])
      refused(.outOfOrder, naming: "b", [("a", 1), ("b", 2), ("c", 3), ("d", 4)])
      try run.expect(run.contents(of: table), equals: [1, 3])
      try up([("a", 1), ("b", 2), ("c", 3), ("d", 4)], allowsGaps: true)
      try run.expect(run.contents(of: table), equals: [1, 2, 3, 4])
    },
    ConformanceCase(
      "migrations.failed",
      "A step that fails is undone, or is known to be half done until somebody says how it stands; it never runs twice."
    ) { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      let wrong = run.reserve()
      let steps = [
        Migration("a", sql: insert(1, table)),
        Migration(
          "b",
          sql:
            "INSERT INTO \(table) (n) VALUES (2); INSERT INTO \(wrong) (n) VALUES (3);\nINSERT INTO \(table) (n) VALUES (4)"
        ),
      ]
      let migrator = try Migrator(run.db, steps, table: TableName(name: migrations.name))
      let error = run.expect(throws: .noSuchTable) { try migrator.up() }
      run.expect(error?.message ?? "", contains: "the step b")
      run.expect(error?.message ?? "", contains: "line 1")
      try run.db.create(TableDefinition(name: TableName(name: wrong.name), columns: [.required("n", .int)]))
      if run.db.capabilities.contains(.transactionalDDL) {
        try run.expect(run.contents(of: table), equals: [1])
        try run.expect(migrator.up().map(\.name), equals: ["b"])
      } else {
        try run.expect(run.contents(of: table), equals: [1, 2])
        let error = run.expect(throws: .migration(.halfDone)) { try migrator.up() }
        run.expect(error?.message ?? "", contains: "statement 2")
        try run.expect(migrator.status().map(\.state), equals: [.applied, .halfDone])
        run.expect(throws: .misuse) { try migrator.resolve("b", as: .from(statement: 4)) }
        try migrator.resolve("b", as: .from(statement: 2))
      }
      try run.expect(run.contents(of: table), equals: [1, 2, 4])
      try run.expect(run.contents(of: wrong), equals: [3])
      try run.expect(migrator.up().map(\.name), equals: [])
    },
    ConformanceCase(
      "migrations.parts",
      "A step without a transaction tells which of its statements was begun, and goes on from there."
    ) { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      let step = Migration(
        "a",
        sql: """
          -- no transaction
          INSERT INTO \(table) (n) VALUES (1);
          INSERT INTO \(table) (n) VALUES (1);
          INSERT INTO \(table) (n) VALUES (2)
          """)
      let migrator = try Migrator(run.db, [step], table: TableName(name: migrations.name))
      run.expect(throws: .constraint(.unique)) { try migrator.up() }
      let error = run.expect(throws: .migration(.halfDone)) { try migrator.up() }
      run.expect(error?.message ?? "", contains: "statement 2")
      run.expect(error?.message ?? "", contains: "line 3")
      try migrator.resolve("a", as: .from(statement: 3))
      try run.expect(run.contents(of: table), equals: [1, 2])
      try run.expect(migrator.status().map(\.state), equals: [.applied])
    },
    ConformanceCase("migrations.down", "Steps are undone, the last one first, as far as is asked for.") { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      func step(_ name: String, _ number: Int) -> Migration {
        Migration(name, sql: insert(number, table), down: "DELETE FROM \(table) WHERE n = \(raw: "\(number)")")
      }
      let steps = [
        Migration("a", sql: insert(1, table)), step("b", 2), step("c", 3),
        Migration("d") {
          try $0.execute("INSERT INTO \(table) (n) VALUES (4)")
        } down: {
          try $0.execute("DELETE FROM \(table) WHERE n = 4")
        },
      ]
      let migrator = try Migrator(run.db, steps, table: TableName(name: migrations.name))
      try migrator.up(through: "c")
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
      try migrator.up()
      try run.expect(migrator.down().map(\.name), equals: ["d"])
      try run.expect(migrator.down(to: "a").map(\.name), equals: ["c", "b"])
      try run.expect(run.contents(of: table), equals: [1])
      run.expect(throws: .migration(.irreversible)) { try migrator.down() }
      try run.expect(migrator.up().map(\.name), equals: ["b", "c", "d"])
      try run.expect(run.contents(of: table), equals: [1, 2, 3, 4])
    },
    ConformanceCase(
      "migrations.settled", "What a database has already is taken for run, and what it is to forget is forgotten."
    ) { run in
      let (table, migrations) = (try run.emptyNumbers(), run.reserve())
      let steps = [Migration("a", sql: insert(1, table)), Migration("b", sql: insert(2, table))]
      let migrator = try Migrator(run.db, steps, table: TableName(name: migrations.name))
      try migrator.baseline(through: "a")
      run.expect(throws: .misuse) { try migrator.baseline(through: "b") }
      try run.expect(migrator.up().map(\.name), equals: ["b"])
      let changed = try Migrator(
        run.db, [Migration("a", sql: insert(9, table))], table: TableName(name: migrations.name))
      try changed.resolve("a", as: .applied)
      try changed.resolve("b", as: .forgotten)
      try run.expect(changed.up().map(\.name), equals: [])
      run.expect(throws: .migration(.missing)) { try changed.resolve("b", as: .forgotten) }
      try run.expect(run.contents(of: table), equals: [2])
    },
    ConformanceCase(
      awaited: "migrations.together", "Of programs that start at once each step is run by one, and the others go on."
    ) { run in
      let (table, migrations) = (try await run.counter(), run.reserve())
      let steps = (0..<8).map { Migration("step \($0)", sql: "UPDATE \(table) SET n = n + 1") }
      let others = [try await run.another(), try await run.another()]
      let counts = Lock(0)
      try await run.onThreads(4) { thread in
        let governor = thread < 2 ? run.db : others[thread - 2]
        let done = try Migrator(governor, steps, table: TableName(name: migrations.name)).up()
        counts.withLock { $0 += done.count }
      }
      try await run.expect(run.contents(of: table), equals: [8])
      run.expect(counts.withLock { $0 }, equals: 8)
    },
    ConformanceCase(awaited: "migrations.awaited", "Migrations are awaited too.") { run in
      let (table, migrations) = (try await run.emptyNumbers(), run.reserve())
      let steps = [
        Migration("a", sql: insert(1, table), down: "DELETE FROM \(table)"), Migration("b", sql: insert(2, table)),
      ]
      let migrator = try Migrator(run.db, steps, table: TableName(name: migrations.name))
      run.expect(try await migrator.dryRun().map(\.statements?.count), equals: [1, 1])
      try await migrator.up(through: "a")
      try await migrator.down()
      try await run.expect(run.contents(of: table), equals: [])
      run.expect(try await migrator.up().map(\.name), equals: ["a", "b"])
      run.expect(try await migrator.status().map(\.state), equals: [.applied, .applied])
      try await run.expect(run.contents(of: table), equals: [1, 2])
    },
  ]

  private static func insert(_ number: Int, _ table: ConformanceTable) -> SQL {
    "INSERT INTO \(table) (n) VALUES (\(raw: "\(number)"))"
  }
}
