import ORDA

extension ConformanceSuite {
  static let batchFailureCases: [ConformanceCase] = [
    ConformanceCase(
      "batches.failure.element",
      "The error of a batch numbers the element that failed, and nothing of the batch remains."
    ) { run in
      let table = try run.emptyNumbers()
      try run.db.execute("INSERT INTO \(table) (n) VALUES (700)")
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let error = run.expect(throws: .constraint(.unique)) {
        try insert.executeMany(0..<1000) { number, parameters in try parameters.bind(number) }
      }
      run.expect(error?.batchIndex, equals: 700, "the element that failed, from 0")
      try run.expect(run.contents(of: table), equals: [700])
    },
    ConformanceCase(
      "batches.failure.edges", "An error in the first or the last element is numbered right too, and undoes the batch."
    ) { run in
      let table = try run.numbers(1)
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let first = run.expect(throws: .constraint(.unique)) { try insert.executeMany([[1], [2], [3]]) }
      run.expect(first?.batchIndex, equals: 0, "the first element")
      let last = run.expect(throws: .constraint(.unique)) { try insert.executeMany([[2], [3], [1]]) }
      run.expect(last?.batchIndex, equals: 2, "the last element")
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "batches.failure.binding", "What a batch's closure throws comes out as it is, and undoes the batch."
    ) {
      run in
      let table = try run.emptyNumbers()
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      run.expectSecondThoughts {
        try insert.executeMany(1...500) { number, parameters in
          if number == 400 { throw SecondThoughts() }
          try parameters.bind(number)
        }
      }
      try run.expect(run.count(table), equals: 0)
    },
    ConformanceCase("batches.failure.bindIndex", "Binding a parameter that the statement does not have is a misuse.") {
      run in
      let table = try run.numbers(1)
      let delete = try run.db.prepare("DELETE FROM \(table) WHERE n = ?")
      for index in [-1, 1, Int.max, Int.min] {
        let error = run.expect(throws: .misuse) {
          try delete.executeMany([1]) { number, parameters in try parameters.bind(number, at: index) }
        }
        run.expect(error?.code, equals: .badBindIndex, "the code for parameter \(index)")
      }
      try run.expect(run.count(table), equals: 1)
    },
    ConformanceCase(
      "batches.failure.listLength", "A list with too many or too few values is a misuse, and undoes the batch."
    ) { run in
      let table = try run.emptyNumbers()
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let more = run.expect(throws: .misuse) { try insert.executeMany([[1], [2, 3]]) }
      run.expect(more?.batchIndex, equals: 1, "the element with too many")
      let fewer = run.expect(throws: .misuse) { try insert.executeMany([[1], []]) }
      run.expect(fewer?.batchIndex, equals: 1, "the element with too few")
      try run.expect(run.count(table), equals: 0)
    },
    ConformanceCase("batches.failure.over", "After a batch has failed the same statement runs the next one.") { run in
      let table = try run.emptyNumbers()
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      run.expect(throws: .constraint(.unique)) { try insert.executeMany([[1], [1]]) }
      try run.expect(insert.executeMany([[1], [2]]), equals: 2)
      try insert.execute(3)
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      "batches.sequence.lazy", "A batch takes its elements as it goes, and stops asking soon after an error."
    ) {
      run in
      let table = try run.numbers(1)
      var asked = 0
      let elements = sequence(first: 1) { last in
        asked = last
        return last < 10_000_000 ? last + 1 : nil
      }
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let error = run.expect(throws: .constraint(.unique)) {
        try insert.executeMany(elements) { number, parameters in try parameters.bind(number) }
      }
      run.expect(error?.batchIndex, equals: 0, "the element that failed")
      run.expect(asked < 100_000, "\(asked) elements were asked for, though the first had failed")
    },
    ConformanceCase("batches.transaction.part", "A batch in a transaction is kept and undone with it.") { run in
      let table = try run.emptyNumbers()
      try run.db.transaction { tx in
        try run.expect(tx.prepare("INSERT INTO \(table) (n) VALUES (?)").executeMany([[1], [2]]), equals: 2)
      }
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.prepare("INSERT INTO \(table) (n) VALUES (?)").executeMany([[3], [4]])
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      "batches.transaction.failure",
      "A batch that fails in a transaction is undone alone, and the transaction goes on.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let insert = try tx.prepare("INSERT INTO \(table) (n) VALUES (?)")
        let error = run.expect(throws: .constraint(.unique)) { try insert.executeMany([[2], [3], [2]]) }
        run.expect(error?.batchIndex, equals: 2, "the element that failed")
        try tx.execute("INSERT INTO \(table) (n) VALUES (4)")
      }
      try run.expect(run.contents(of: table), equals: [1, 4])
    },
  ]
}
