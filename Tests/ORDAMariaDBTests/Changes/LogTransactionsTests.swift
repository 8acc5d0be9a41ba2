import ORDA
import Testing

@testable import ORDAMariaDB

/// Tables for events that are made up: an event's bytes are the keys of its rows.
private struct KnownTables: LoggedTables {
  var layouts: [UInt64: RowLayout] = [:]
  var wanted: Set<String> = ["t", "u"]
  var vague: Set<String> = []
  var forgotten = 0

  func identity(of table: TableName) -> TableName { TableName(schema: table.schema ?? "s", name: table.name) }

  func table(of event: RowsEvent) -> LoggedPlace {
    guard let layout = layouts[event.table] else { return .unmapped }
    return wanted.contains(layout.table.name) ? .wanted(layout.identity) : .unwanted
  }

  func changes(of event: RowsEvent) -> [RowChange]? {
    guard let layout = layouts[event.table], !vague.contains(layout.table.name) else { return nil }
    let kind: RowChange.Kind = [.insert: .insert, .update: .update, .delete: .delete][event.kind] ?? .insert
    return event.bytes.map { RowChange(kind: kind, layout: layout, key: RowKey(Int64($0)), cells: nil) }
  }

  mutating func note(_ map: TableMap) {
    let name = TableName(schema: map.schema, name: map.table)
    layouts[map.id] = RowLayout(table: name, identity: name, columns: ["id"], keyColumns: ["id"])
  }
  mutating func forgetMaps() { layouts = [:] }
  mutating func forgetLayouts() { forgotten += 1 }
}

@Suite("Transactions put together from the log") struct LogTransactionsTests {
  private var tables = KnownTables()
  private var log = LogTransactions(rowLimit: 5)
  private static let names: [UInt64: String] = [1: "t", 2: "u", 3: "other"]

  private func group(
    _ sequence: UInt64 = 1, _ flags: LogGroup.Flags = [.transactional], xa: XATransaction? = nil
  ) -> LogEvent {
    .group(LogGroup(gtid: GTID(domain: 0, server: 1, sequence: sequence), flags: flags, time: 7, xa: xa))
  }

  private func rows(_ table: UInt64, _ keys: [UInt8], _ kind: RowsEvent.Kind = .insert) -> [LogEvent] {
    [
      .tableMap(TableMap(id: table, schema: "s", table: Self.names[table] ?? "", body: [])),
      .rows(
        RowsEvent(
          kind: kind, table: table, columnCount: 1, endsStatement: true, columns: [1], columnsAfter: [1], bytes: keys)),
    ]
  }

  private func query(_ text: String) -> LogEvent {
    .query(LoggedQuery(thread: 1, schema: "s", text: text, errorCode: 0))
  }

  private mutating func take(_ events: [LogEvent]) -> [LogTransactions.Commit] {
    var commits: [LogTransactions.Commit] = []
    for event in events { if let commit = log.take(event, &tables) { commits.append(commit) } }
    return commits
  }

  private func keys(_ commit: LogTransactions.Commit?) -> [String] {
    (commit?.batch.rows ?? []).map { "\($0.kind.rawValue) \($0.table.name) \($0.key)" }
  }

  @Test("Rows are one batch, told with the commit, whether it is an event or a text")
  mutating func commits() {
    let first = take([group(4)] + rows(1, [1, 2]) + rows(3, [9]) + rows(2, [3], .delete) + [.heartbeat, .commit])
    #expect(first.count == 1)
    #expect(first.first?.gtid?.description == "0-1-4")
    #expect(first.first?.time == 7)
    #expect(keys(first.first) == ["insert t 1", "insert t 2", "delete u 3"])
    #expect(first.first?.batch.unknown.isEmpty == true)
    let second = take([group(5)] + rows(1, [4]) + [query("COMMIT")])
    #expect(keys(second.first) == ["insert t 4"])
    // Of tables that nobody wants there is nothing to tell, but how far the log was followed.
    let third = take([group(6)] + rows(3, [4]) + [.commit])
    #expect(third.map(\.batch.isEmpty) == [true])
    #expect(third.first?.gtid?.sequence == 6)
  }

  @Test("Too many rows of a table: only that it changed is told")
  mutating func many() {
    let commit = take([group()] + rows(1, [1, 2, 3]) + rows(2, [1]) + rows(1, [4, 5, 6]) + [.commit]).first
    #expect(keys(commit) == ["insert u 1"])
    #expect(commit?.batch.unknown.tables == [TableName(schema: "s", name: "t")])
  }

  @Test("Rows that can't be read, and rows of nobody knows which table")
  mutating func unreadable() {
    tables.vague = ["t"]
    let commit = take([group()] + rows(1, [1]) + rows(2, [2]) + [.commit]).first
    #expect(keys(commit) == ["insert u 2"])
    #expect(commit?.batch.unknown.tables == [TableName(schema: "s", name: "t")])
    let unmapped = take([group(), rows(1, [1])[1], .commit]).first
    #expect(unmapped?.batch.unknown == .everything)
  }

  @Test("What is rolled back in the log may stand in part, for tables without transactions")
  mutating func rollback() {
    let whole = take([group()] + rows(1, [1]) + [query("ROLLBACK")]).first
    #expect(keys(whole) == [])
    #expect(whole?.batch.unknown.tables == [TableName(schema: "s", name: "t")])
    let part = take(
      [group()] + rows(1, [1]) + [query("SAVEPOINT a")] + rows(1, [2]) + [query("ROLLBACK TO a")] + rows(2, [3])
        + [.commit]
    ).first
    #expect(keys(part) == ["insert u 3"])
    #expect(part?.batch.unknown.tables == [TableName(schema: "s", name: "t")])
  }

  @Test("A group that the server did not finish is void")
  mutating func unfinished() {
    #expect(take([group(1)] + rows(1, [1]) + [.formatDescription(serverVersion: "10.11")]).isEmpty)
    #expect(take([.commit]).isEmpty)
    #expect(keys(take([group(2)] + rows(1, [2]) + [.commit]).first) == ["insert t 2"])
    #expect(take([group(3)] + rows(1, [1])).isEmpty)
    #expect(keys(take([group(4)] + rows(1, [5]) + [.commit]).first) == ["insert t 5"])
  }

  @Test("Changes of the schema stand alone; CREATE … SELECT has rows too")
  mutating func definitions() {
    let created = take([group(1, [.standalone, .ddl]), query("CREATE TABLE o.x (id INT)")]).first
    #expect(created?.batch.unknown.schemas == ["o", "s"])
    #expect(created?.batch.schemaChanges == [SchemaChange(schema: "o"), SchemaChange(schema: "s")])
    #expect(tables.forgotten == 1)
    let filled = take([group(2, [.ddl]), query("CREATE TABLE t (id INT)")] + rows(1, [1]) + [.commit]).first
    #expect(keys(filled) == ["insert t 1"])
    #expect(filled?.batch.unknown.schemas == ["s"])
    let emptied = take([group(3, [.standalone, .ddl]), query("TRUNCATE TABLE t")]).first
    #expect(emptied?.batch.unknown == UnknownTables(tables: [TableName(schema: "s", name: "t")]))
    #expect(emptied?.batch.schemaChanges == [])
    #expect(take([group(4, [.standalone]), query("GRANT ALL ON *.* TO u")]).map(\.batch.isEmpty) == [true])
  }

  @Test("Statements in text, and gaps: anything may have changed")
  mutating func texts() {
    let text = take([group(), query("BEGIN"), query("INSERT INTO t VALUES (1)")] + rows(1, [1]) + [.commit]).first
    #expect(text?.batch.unknown == .everything)
    #expect(text?.batch.rows.isEmpty == true)
    let gap = take([group(2), .incident]).first
    #expect(gap?.batch.unknown == .everything)
    #expect(gap?.gtid?.sequence == 2)
  }

  @Test("XA: a prepared transaction is told when it is committed, by its tables alone")
  mutating func xa() {
    let name = XATransaction(format: 1, global: [1], branch: [])
    let other = XATransaction(format: 1, global: [2], branch: [])
    let prepared = take([group(1, [.preparedXA], xa: name)] + rows(1, [1]) + [.prepared(name)])
    #expect(prepared.map(\.batch.isEmpty) == [true])
    let committed = take([group(2, [.completedXA], xa: name), query("XA COMMIT X'01',X'',1")]).first
    #expect(committed?.batch.unknown == UnknownTables(tables: [TableName(schema: "s", name: "t")]))
    _ = take([group(3, [.preparedXA], xa: name)] + rows(1, [1]) + [.prepared(name)])
    #expect(
      take([group(4, [.completedXA], xa: name), query("XA ROLLBACK X'01',X'',1")]).map(\.batch.isEmpty) == [true])
    // One that was prepared before anybody listened.
    let unheard = take([group(5, [.completedXA], xa: other), query("XA COMMIT X'02',X'',1")]).first
    #expect(unheard?.batch.unknown == .everything)
    var atOnce = name
    atOnce.isOnePhase = true
    #expect(
      keys(take([group(6, [.preparedXA], xa: name)] + rows(1, [3]) + [.prepared(atOnce)]).first) == ["insert t 3"])
  }
}
