import Testing

@testable import ORDA

@Suite("What a transaction has changed so far") struct ChangeCollectorTests {
  private func changes(rows: Int = 3, bytes: Int = 1000) -> ChangeCollector {
    ChangeCollector(limits: .init(rows: rows, bytes: bytes))
  }

  @Test("keeps the order, and drops what is undone")
  func undoing() {
    var log = changes(rows: 10)
    log.add("a", table: 0, size: 1)
    let mark = log.position
    log.add("b", table: 1, size: 1)
    log.add("c", table: 0, size: 1)
    #expect(log.names == ["a", "b", "c"])
    log.undo(to: mark)
    #expect(log.names == ["a"])
    log.undo(to: 0)
    #expect(log.names == [])
  }

  @Test("A table of too many rows is vague; undone from its first change on, it is as before")
  func vague() {
    var log = changes()
    let start = log.position
    for name in ["a", "b", "c"] { log.add(name, table: 1, size: 1) }
    log.add("other", table: 0, size: 1)
    #expect(log.vagueTables == [])
    let mark = log.position
    log.add("d", table: 1, size: 1)
    #expect(log.names == ["other"])
    #expect(log.vagueTables == [1])
    #expect(log.isVague(1) && !log.isVague(0) && !log.isVague(7))
    log.undo(to: mark)
    #expect(log.vagueTables == [1], "its first rows still stand, and are not known any more")
    log.undo(to: start)
    #expect(log.vagueTables == [])
    log.add("e", table: 1, size: 1)
    #expect(log.names == ["e"])
  }

  @Test("So is one of too many bytes")
  func bytes() {
    var log = changes(bytes: 100)
    log.add("a", table: 0, size: 60)
    log.add("b", table: 1, size: 60)
    #expect(log.vagueTables == [1])
    #expect(log.names == ["a"])
    log.add("c", table: 0, size: 40)
    #expect(log.names == ["a", "c"])
  }

  @Test("Savepoints by name, in any case; the newest counts")
  func savepoints() {
    var log = changes(rows: 10)
    log.savepoint("s")
    log.add("a", table: 0, size: 1)
    log.savepoint("S")
    log.add("b", table: 0, size: 1)
    log.rollback(to: "s")
    #expect(log.names == ["a"])
    log.add("c", table: 0, size: 1)
    log.release("s")
    log.rollback(to: "nobody")
    #expect(log.names == ["a", "c"])
    log.rollback(to: "S")
    #expect(log.names == [])
    log.add("d", table: 0, size: 1)
    log.release("s")
    log.rollback(to: "s")
    #expect(log.names == ["d"])
  }

  @Test("A change of the schema is undone like one of a row")
  func schema() {
    var log = changes()
    log.savepoint("s")
    log.addSchemaChange()
    #expect(log.changesSchema)
    log.rollback(to: "s")
    #expect(!log.changesSchema)
    log.removeAll()
    #expect(log.isEmpty)
  }
}

/// Changes of rows whose keys are names.
extension ChangeCollector {
  private static let layout = RowLayout(
    table: TableName(name: "t"), identity: TableName(name: "t"), columns: [], keyColumns: [])

  fileprivate mutating func add(_ name: String, table: Int, size: Int) {
    let change = RowChange(kind: .insert, layout: Self.layout, key: RowKey([.text(name)]), cells: nil)
    add(change, table: table, size: size)
  }

  fileprivate var names: [String] { changes.map(\.key.description) }
}
