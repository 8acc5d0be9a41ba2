import ORDA
internal import ORDAThreads
import Observation

extension ConformanceRun {
  /// A table of three people, whose names are unique, with a number each: Ann 10, Bob 20, Cid 30.
  func livePeople() throws -> ConformanceTable {
    let table = try table(
      .required("id", .int), .required("name", .text(maximum: 20)), .required("n", .int), primaryKey: ["id"],
      unique: [["name"]])
    let insert = try db.prepare("INSERT INTO \(table) (id, name, n) VALUES (?, ?, ?)")
    for (id, name) in [(1, "Ann"), (2, "Bob"), (3, "Cid")] { try insert.execute(id, name, id * 10) }
    return table
  }

  /// A table with the numbers from 1 to 10,000.
  func liveNumbers() throws -> ConformanceTable {
    let numbers = try table(.required("id", .int), .column("n", .int), primaryKey: ["id"])
    let insert = try db.prepare("INSERT INTO \(numbers) (id, n) VALUES (?, ?)")
    try insert.executeMany(1...10_000) { id, parameters in try parameters.bind(id, id) }
    return numbers
  }

  /// The live table of a table.
  func live(_ table: ConformanceTable, of governor: (any Governor)? = nil) throws -> any Table {
    try (governor ?? db).table(TableName(name: table.name))
  }

  /// The entry of an existing row.
  func entry(_ key: Int, of table: any Table) throws -> TableEntry {
    try require(table.entry(key), "an entry of the row \(key)")
  }

  /// The table of people, Bob's entry, and the announcements of his number.
  func liveBob() throws -> (people: ConformanceTable, entry: TableEntry, watch: LiveWatch) {
    let people = try livePeople()
    let bob = try entry(2, of: live(people))
    return (people, bob, LiveWatch(bob, "n"))
  }

  /// Expects that the announced numbers never went back.
  func expectForward(_ watch: LiveWatch, file: StaticString = #fileID, line: UInt = #line) {
    let numbers = watch.values.compactMap { value -> Int64? in
      if case .int(let number) = value { number } else { nil }
    }
    expect(numbers == numbers.sorted(), "they went back: \(numbers)", file: file, line: line)
  }

  /// Waits on this thread until something holds, for half of the case's time limit; after that it is a failure.
  func eventually(
    _ what: String, file: StaticString = #fileID, line: UInt = #line, _ condition: () throws -> Bool
  ) throws {
    let limit = subject.timeLimit / 2
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { return fail("in \(limit) not: \(what)", file: file, line: line) }
      pause()
    }
  }
}

/// Notes each value that a column of an entry is announced to have.
final class LiveWatch: Sendable {
  private let heard = Lock<[Value]>([])
  private let observer: LiveObserver

  init(_ entry: TableEntry, _ column: String) {
    let heard = heard
    observer = LiveObserver(entry, column) {
      let value: Value = entry[column]
      heard.withLock { $0.append(value) }
    }
  }

  deinit { observer.stop() }

  /// The announced values, in order.
  var values: [Value] { heard.withLock { $0 } }
}

/// Calls a closure whenever a column of an entry is announced to have changed.
final class LiveObserver: Sendable {
  private let entry: TableEntry
  private let column: String
  private let body: @Sendable () -> Void
  private let isOn = Lock(true)

  init(_ entry: TableEntry, _ column: String, _ body: @escaping @Sendable () -> Void) {
    self.entry = entry
    self.column = column
    self.body = body
    track()
  }

  func stop() { isOn.withLock { $0 = false } }

  private func track() {
    withObservationTracking {
      _ = entry[column] as Value
    } onChange: { [weak self] in
      guard let self, isOn.withLock({ $0 }) else { return }
      body()
      track()
    }
  }
}
