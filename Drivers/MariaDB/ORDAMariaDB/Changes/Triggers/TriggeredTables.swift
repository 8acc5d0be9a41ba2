internal import CMariaDB
internal import ORDA
internal import ORDAThreads

/// Reads what triggers have noted of some tables, look by look; all of them have their triggers.
struct TriggeredTables {
  fileprivate struct Table {
    let triggers: ChangeTriggers
    let layout: RowLayout
  }

  private let schema: String
  private let log: String
  private let cascades: Cascades
  /// By the name in the log.
  private let tables: [String: Table]
  private var place: ChangeLogPlace
  private var lastLook = MonotonicTime.now
  private var lastLock: MonotonicTime?
  private var lastCleaning = MonotonicTime.now
  /// Positions up to which everything had been seen, and when; the oldest first.
  private var floors: [(at: MonotonicTime, floor: UInt64)] = []

  /// How many notes are read at once.
  private static let portion = 10_000
  /// How long notes are kept.
  private static let retention = "1 HOUR"
  /// How long notes stay for other readers after one has seen them; a reader that did not look for half of that may
  /// have missed some.
  private static let grace = Duration.seconds(60)
  /// No transaction is expected to stay open longer.
  private static let longestTransaction = Duration.seconds(3600)

  /// - Parameter wanted: The tables, by their identities.
  /// - Returns: Nil if one of them, or a table whose changes change one of them, lacks its triggers.
  init?(
    of wanted: Set<TableName>, naming: MariaDBNaming, on connection: MariaDBConnection
  ) throws(DatabaseError) {
    guard let schema = wanted.first?.schema, try Self.hasLog(in: schema, connection) else { return nil }
    let cascades = try Cascades(of: wanted, naming: naming, on: connection)
    var tables: [String: Table] = [:]
    for name in cascades.withAncestors(of: wanted) {
      guard name.schema == schema, let description = try connection.describe(name), description.kind == .table else {
        return nil
      }
      let triggers = try connection.changeTriggers(of: description)
      guard try connection.hasTriggers(triggers) else { return nil }
      let layout = RowLayout(
        table: description.name, identity: name, columns: description.columns.map(\.name),
        keyColumns: triggers.key.map(\.name))
      tables[description.name.name] = Table(triggers: triggers, layout: layout)
    }
    self.schema = schema
    self.cascades = cascades
    self.tables = tables
    log = ChangeTriggers.log(in: schema, connection.dialect)
    place = try Self.start(log, connection)
  }

  private static func hasLog(in schema: String, _ connection: MariaDBConnection) throws(DatabaseError) -> Bool {
    try nextNumber(in: schema, connection) != nil
  }

  private static func nextNumber(in schema: String, _ connection: MariaDBConnection) throws(DatabaseError) -> UInt64? {
    let rows = try connection.rows(
      of: "SELECT AUTO_INCREMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?",
      [.text(schema), .text(ChangeTriggers.logName)])
    return rows.first?.first.flatMap { UInt64($0.description) }
  }

  /// Where to begin: what is committed from now on is seen, even from transactions that are already open.
  private static func start(_ log: String, _ connection: MariaDBConnection) throws(DatabaseError) -> ChangeLogPlace {
    func number(_ text: String?) -> UInt64? { text.flatMap { UInt64($0) } }
    let ends = try connection.texts("SELECT MIN(sequence), MAX(sequence) FROM \(log)").first ?? []
    guard ends.count == 2, let lowest = number(ends[0]), let highest = number(ends[1]) else {
      return ChangeLogPlace(highest: 0)
    }
    let gaps = try connection.texts(
      """
      SELECT sequence + 1, following - 1
      FROM (SELECT sequence, LEAD(sequence) OVER (ORDER BY sequence) AS following FROM \(log)) AS numbers
      WHERE following > sequence + 1 AND following <= \(highest) ORDER BY 1
      """)
    var ranges = lowest > 1 ? [1...(lowest - 1)] : []
    for gap in gaps where gap.count == 2 {
      if let first = number(gap[0]), let last = number(gap[1]), first <= last { ranges.append(first...last) }
    }
    return ChangeLogPlace(highest: highest, gaps: ranges, at: .now)
  }

  /// The numbers that were skipped.
  var openGaps: [ClosedRange<UInt64>] { place.gaps.map(\.numbers) }

  // MARK: Looking

  /// True if the triggers are as they were, and the log goes on.
  func isInForce(on connection: MariaDBConnection) throws(DatabaseError) -> Bool {
    guard let next = try Self.nextNumber(in: schema, connection), next > place.highest else { return false }
    for table in tables.values where !(try connection.hasTriggers(table.triggers)) { return false }
    return true
  }

  /// What was noted since the last look.
  mutating func look(
    on connection: MariaDBConnection, at now: MonotonicTime = .now
  ) throws(DatabaseError) -> ChangeBatch {
    defer { lastLook = now }
    var batch = ChangeBatch(origin: .unknown)
    if now - lastLook > Self.grace / 2 { batch.unknown = .everything }
    var count = Self.portion
    while count == Self.portion, batch.rows.count < 100_000 {
      let notes = try connection.texts(question)
      take(notes, at: now, to: &batch)
      count = notes.count
    }
    if !place.gaps.isEmpty, count < Self.portion { try closeGaps(on: connection, at: now, &batch) }
    place.closeGaps { now - $0 > Self.longestTransaction }
    clean(on: connection, at: now)
    cascades.extend(&batch)
    return batch
  }

  private var question: String {
    """
    SELECT sequence, name, event, old_key, new_key FROM \(log) WHERE \(place.condition)
    ORDER BY sequence LIMIT \(Self.portion)
    """
  }

  private mutating func take(_ notes: [[String?]], at now: MonotonicTime, to batch: inout ChangeBatch) {
    var numbers: [UInt64] = []
    for note in notes where note.count == 5 {
      guard let number = note[0].flatMap({ UInt64($0) }), let name = note[1], let event = note[2] else { continue }
      numbers.append(number)
      guard let table = tables[name] else { continue }
      if let change = table.change(event, note[3], note[4]) {
        batch.rows.append(change)
      } else {
        batch.unknown.tables.insert(table.layout.identity)
      }
    }
    place.take(numbers, at: now)
  }

  /// Finds out whether open transactions may fill the gaps, and closes the gaps if there are none.
  private mutating func closeGaps(
    on connection: MariaDBConnection, at now: MonotonicTime, _ batch: inout ChangeBatch
  ) throws(DatabaseError) {
    if let lastLock, now - lastLock < .seconds(1) { return }
    lastLock = now
    guard let notes = try connection.texts(question, holding: "\(log) WRITE"), notes.count < Self.portion else {
      return
    }
    take(notes, at: now, to: &batch)
    place.closeGaps()
  }

  /// Removes old notes that everybody has had time to read.
  private mutating func clean(on connection: MariaDBConnection, at now: MonotonicTime) {
    if floors.last.map({ now - $0.at > Self.grace / 6 }) ?? true { floors.append((now, place.floor)) }
    guard now - lastCleaning > Self.grace / 6 else { return }
    lastCleaning = now
    guard let index = floors.lastIndex(where: { now - $0.at > Self.grace }) else { return }
    let floor = floors[index].floor
    floors.removeSubrange(..<index)
    // Not the note at the floor itself: the next one may belong to an open transaction, which this would wait for. If
    // this account lacks the permission, another one removes them.
    try? connection.run(
      """
      DELETE FROM \(log) WHERE sequence < \(floor) AND noted < NOW() - INTERVAL \(Self.retention)
      ORDER BY sequence LIMIT \(Self.portion)
      """)
  }
}

extension TriggeredTables.Table {
  /// The change that a note reports; nil if it lacks the key.
  fileprivate func change(_ event: String, _ old: String?, _ new: String?) -> RowChange? {
    switch event {
    case "INSERT": new.flatMap(key).map { RowChange(kind: .insert, layout: layout, key: $0, cells: nil) }
    case "DELETE": old.flatMap(key).map { RowChange(kind: .delete, layout: layout, key: $0, cells: nil) }
    default: update(old.flatMap(key), new.flatMap(key))
    }
  }

  private func update(_ old: RowKey?, _ new: RowKey?) -> RowChange? {
    guard let old, let new else { return nil }
    return RowChange(kind: .update, layout: layout, key: old, newKey: old == new ? nil : new, cells: nil)
  }

  private func key(_ text: String) -> RowKey? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == triggers.key.count, !parts.isEmpty else { return nil }
    let values = zip(triggers.key, parts).compactMap { $0.value(of: $1) }
    return values.count == parts.count ? RowKey(values) : nil
  }
}

extension MariaDBConnection {
  /// The answer to a question while a table is locked; nil if the lock can't be had at once.
  ///
  /// Everything is sent at once: whatever happens to this process meanwhile, the server releases the lock.
  fileprivate func texts(_ question: String, holding table: String) throws(DatabaseError) -> [[String?]]? {
    try makeFree()
    let texts = ["LOCK TABLES \(table) NOWAIT", question, "UNLOCK TABLES"]
    guard sendTogether(texts) else { throw error(sql: texts[0]) }
    let isLocked = mysql_read_query_result(handle) == 0
    var rows: [[String?]] = []
    var failure: DatabaseError?
    if mysql_read_query_result(handle) == 0, let result = mysql_store_result(handle) {
      defer { mysql_free_result(result) }
      let count = Int(mysql_num_fields(result))
      while let row = mysql_fetch_row(result) { rows.append((0..<count).map { row[$0].map { String(cString: $0) } }) }
    } else {
      failure = MariaDBErrors.error(of: handle, sql: question)
    }
    if mysql_read_query_result(handle) != 0 { failure = failure ?? MariaDBErrors.error(of: handle, sql: texts[2]) }
    if let failure { throw noteError(failure) }
    return isLocked ? rows : nil
  }
}
