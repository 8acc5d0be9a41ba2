internal import ORDA
internal import ORDAThreads

/// Reads what triggers have noted, look by look, of the tables that have them.
///
/// A note has the number of its transaction, and each look the server's own account of which transactions everybody
/// sees. What the look reads is what the last one did not see and this one does: nothing is missed, however long a
/// transaction was open, and nothing comes twice.
struct TriggeredTables {
  fileprivate struct Table {
    let triggers: ChangeTriggers
    let layout: RowLayout
  }

  /// By their identities.
  private var tables: [TableName: Table] = [:]
  /// What was found of them when they were last looked at.
  private var found: [TableName: WatchedTable] = [:]
  private var lastLook = MonotonicTime.now
  private var lastCleaning = MonotonicTime.now
  /// All transactions before these had ended then; the oldest first.
  private var ended: [(at: MonotonicTime, first: UInt64)] = []

  /// How many notes are read one by one.
  private static let most = 100_000
  /// How long notes stay when everybody could see them; a reader that did not look for half of that may have missed some.
  private static let retention = Duration.seconds(600)
  /// How many notes are removed at once.
  private static let portion = 10_000

  /// The tables that have all of their triggers, as they should be.
  var identities: Set<TableName> { Set(tables.keys) }

  /// Finds out which tables have them.
  ///
  /// - Parameter watched: The tables that somebody listens to.
  mutating func find(among watched: [WatchedTable], on connection: PostgreSQLConnection) throws(DatabaseError) {
    var kept: [TableName: Table] = [:]
    for table in watched where !table.noted.isEmpty {
      if found[table.name] == table, let known = tables[table.name] {
        kept[table.name] = known
        continue
      }
      guard let description = try connection.describe(table.name) else { continue }
      let triggers = ChangeTriggers(description, dialect: connection.dialect)
      guard triggers.arguments == table.noted else { continue }
      let layout = RowLayout(
        table: description.name, identity: table.name, columns: description.columns.map(\.name),
        keyColumns: triggers.key.map(\.name))
      kept[table.name] = Table(triggers: triggers, layout: layout)
    }
    tables = kept
    found = Dictionary(watched.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What was noted since the last look.
  ///
  /// - Parameters:
  ///   - wanted: The tables whose notes are read, by their identities.
  ///   - last: What everybody saw at the last look.
  ///   - now: What everybody sees now.
  mutating func look(
    at wanted: Set<TableName>, from last: VisibleTransactions, to now: VisibleTransactions,
    on connection: PostgreSQLConnection
  ) throws(DatabaseError) -> ChangeBatch {
    var batch = ChangeBatch(origin: .unknown)
    let time = MonotonicTime.now
    if time - lastLook > Self.retention / 2 { batch.unknown.tables = wanted }
    if last != now {
      for schema in Set(wanted.compactMap(\.schema)).sorted() {
        try read(schema, wanted, from: last, to: now, on: connection, &batch)
      }
    }
    lastLook = time
    clean(Set(wanted.compactMap(\.schema)), now, at: time, on: connection)
    return batch
  }

  private func read(
    _ schema: String, _ wanted: Set<TableName>, from last: VisibleTransactions, to now: VisibleTransactions,
    on connection: PostgreSQLConnection, _ batch: inout ChangeBatch
  ) throws(DatabaseError) {
    let tables = wanted.filter { $0.schema == schema }
    // The notes of a transaction come together, and in the order of its writes.
    let notes = try connection.texts(
      """
      SELECT name, event, old_key, new_key
      FROM \(ChangeTriggers.log(in: schema, connection.dialect))
      WHERE transaction >= $1::text::xid8 AND pg_catalog.pg_visible_in_snapshot(transaction, $3::text::pg_snapshot)
        AND NOT pg_catalog.pg_visible_in_snapshot(transaction, $2::text::pg_snapshot)
        AND name = ANY($4::text[])
      ORDER BY number LIMIT \(Self.most + 1)
      """, ["\(last.first)", last.description, now.description, ArrayText.written(tables.map(\.name))])
    if notes.count > Self.most {
      batch.unknown.tables.formUnion(tables)
      return
    }
    for note in notes where note.count == 4 {
      guard let name = note[0], let event = note[1] else { continue }
      let identity = TableName(schema: schema, name: name)
      if let change = self.tables[identity]?.change(event, note[2], note[3]) {
        batch.rows.append(change)
      } else {
        batch.unknown.tables.insert(identity)
      }
    }
  }

  /// Removes old notes that everybody has had time to read.
  private mutating func clean(
    _ schemas: Set<String>, _ now: VisibleTransactions, at time: MonotonicTime, on connection: PostgreSQLConnection
  ) {
    if ended.last.map({ time - $0.at > Self.retention / 10 }) ?? true { ended.append((time, now.first)) }
    guard time - lastCleaning > Self.retention / 10 else { return }
    lastCleaning = time
    guard let index = ended.lastIndex(where: { time - $0.at > Self.retention }) else { return }
    let first = ended[index].first
    ended.removeSubrange(..<index)
    for schema in schemas {
      let log = ChangeTriggers.log(in: schema, connection.dialect)
      // If this account lacks the permission, another one removes them.
      try? connection.runAlone(
        """
        DELETE FROM \(log) WHERE number IN (
          SELECT number FROM \(log) WHERE transaction < '\(first)'::xid8
          ORDER BY number LIMIT \(Self.portion) FOR UPDATE SKIP LOCKED)
        """)
    }
  }
}

extension TriggeredTables.Table {
  /// The change that a note reports; nil if it lacks the key.
  fileprivate func change(_ event: String, _ old: String?, _ new: String?) -> RowChange? {
    switch event {
    case "INSERT": new.flatMap(key).map { RowChange(kind: .insert, layout: layout, key: $0, cells: nil) }
    case "DELETE": old.flatMap(key).map { RowChange(kind: .delete, layout: layout, key: $0, cells: nil) }
    case "UPDATE": update(old.flatMap(key), new.flatMap(key))
    default: nil
    }
  }

  private func update(_ old: RowKey?, _ new: RowKey?) -> RowChange? {
    guard let old, let new else { return nil }
    return RowChange(kind: .update, layout: layout, key: old, newKey: old == new ? nil : new, cells: nil)
  }

  private func key(_ text: String) -> RowKey? {
    guard let parts = try? ArrayText.elements(of: Array(text.utf8)) else { return nil }
    guard parts.count == triggers.key.count, !parts.isEmpty else { return nil }
    let values = zip(triggers.key, parts).compactMap { column, part in
      part.flatMap { column.value(of: String(decoding: $0, as: UTF8.self)) }
    }
    return values.count == parts.count ? RowKey(values) : nil
  }
}
