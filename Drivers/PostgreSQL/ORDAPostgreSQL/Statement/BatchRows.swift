internal import CPostgreSQL
internal import ORDA

/// Elements of a batch that are sent as one INSERT of several rows.
final class RowGroup {
  /// The values of all rows, one row after another.
  let values = SentParameters()
  var count = 0
}

/// A command of a batch that is under way.
enum BatchCommand {
  /// The statement, for one element.
  case element
  /// An INSERT of several rows, one for each element.
  case rows(Int)
  /// A savepoint. A return to it keeps this number of groups.
  case savepoint(Int)
  /// A command that concerns no element.
  case other
}

/// How the elements of a batch are sent as INSERTs of several rows.
///
/// The server takes much less time for an INSERT of 64 rows than for 64 executions. If such an INSERT fails, the server doesn't say
/// which row caused the error. Then the driver returns to a savepoint, and sends the rows after it one by one.
struct BatchRows {
  let insert: MultiRowInsert
  /// The number of rows of an INSERT.
  let width: Int
  /// The rows that are not sent yet.
  var group = RowGroup()
  /// The name of the prepared INSERT of `width` rows; nil as long as the server has not been asked whether the table permits it.
  var name: String?
  /// The groups that were sent since the savepoint.
  var kept: [RowGroup] = []
  /// The number of groups, and their bytes, that were sent since the last savepoint was sent.
  var unsafe = (groups: 0, bytes: 0)
  /// The numbers of answered elements and of changed rows at the savepoint.
  var safe = (answered: 0, changed: 0)
  /// Whether the server refused an INSERT of several rows.
  var isRefused = false

  /// The most rows of an INSERT.
  static let mostRows = 64
  /// The bytes of values from which rows are sent one by one: the executions are then a small part of the work.
  static let mostBytes = 1 << 18
  /// The number of groups, and of bytes, between two savepoints. More than 64 savepoints in a transaction slow down the other sessions.
  static let groupsPerSavepoint = 256
  static let bytesPerSavepoint = 4 << 20

  static let savepoint = "SAVEPOINT orda_rows"
  static let release = "RELEASE SAVEPOINT orda_rows"
  static let rollback = "ROLLBACK TO SAVEPOINT orda_rows"

  init?(_ insert: MultiRowInsert?, parameterCount: Int) {
    guard let insert, parameterCount > 0 else { return nil }
    self.insert = insert
    width = min(Self.mostRows, 32_767 / parameterCount)
    if width < 8 { return nil }
  }

  /// Whether the results for a table are the same if several rows are inserted together.
  ///
  /// Rules and foreign tables may do anything. A trigger after a row, or for a statement, sees the other rows. A foreign key to the
  /// same table may refer to a later row.
  static let question = """
    WITH RECURSIVE parts AS (
      SELECT pg_catalog.to_regclass($1)::oid AS part
      UNION ALL SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN parts ON i.inhparent = part)
    SELECT c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '3')
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid = c.oid)
      AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_trigger t
        WHERE t.tgrelid IN (SELECT part FROM parts) AND NOT t.tgisinternal AND t.tgtype & 4 <> 0 AND t.tgtype & 3 <> 3 AND t.tgname <> $2)
    FROM pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass($1)
    """
}

extension PostgreSQLStatement {
  /// Adds the bound values to the rows of the next INSERT, and sends the INSERT when it is full.
  func collect(_ prepared: PreparedText) throws(DatabaseError) {
    guard let group = batch?.rows?.group, let width = batch?.rows?.width else { return }
    append(bound, prepared.parameters, to: group.values)
    group.count += 1
    batch?.added += 1
    if group.values.size > BatchRows.mostBytes {
      try sendElements(of: group, prepared)
    } else if group.count == width {
      try sendGroup(prepared)
    }
  }

  private func sendGroup(_ prepared: PreparedText) throws(DatabaseError) {
    guard let rows = batch?.rows else { return }
    if rows.name == nil { try beginGroups(prepared) }
    if batch?.failure != nil { return }
    guard let name = batch?.rows?.name else {
      try sendElements(of: rows.group, prepared)
      batch?.rows = nil
      return
    }
    let handle = connection.handle
    let isSent = rows.group.values.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
    }
    if !isSent { throw connection.lost() }
    batch?.commands.append(.rows(rows.group.count))
    try keepGroup()
  }

  /// Keeps the group that was sent until the next savepoint, and begins another.
  private func keepGroup() throws(DatabaseError) {
    guard let group = batch?.rows?.group else { return }
    batch?.sentBytes += group.values.size + 64
    batch?.rows?.group = RowGroup()
    if batch?.rows?.name != nil {
      batch?.rows?.kept.append(group)
      batch?.rows?.unsafe.groups += 1
      batch?.rows?.unsafe.bytes += group.values.size
    }
    guard let unsafe = batch?.rows?.unsafe,
      unsafe.groups >= BatchRows.groupsPerSavepoint || unsafe.bytes >= BatchRows.bytesPerSavepoint
    else { return }
    guard connection.sendAlong(BatchRows.release), connection.sendAlong(BatchRows.savepoint) else {
      throw connection.lost()
    }
    batch?.commands += [.other, .savepoint(unsafe.groups)]
    batch?.rows?.unsafe = (0, 0)
  }

  /// Sends the rows of the current group one by one.
  private func sendElements(of group: RowGroup, _ prepared: PreparedText) throws(DatabaseError) {
    try sendEach(of: group, prepared)
    try keepGroup()
  }

  private func sendEach(of group: RowGroup, _ prepared: PreparedText) throws(DatabaseError) {
    let (handle, width) = (connection.handle, prepared.parameters.count)
    for row in 0..<group.count {
      let isSent = group.values.withPointers(from: row * width, count: width) { count, values, lengths, formats in
        PQsendQueryPrepared(handle, prepared.name, count, values, lengths, formats, 1) == 1
      }
      if !isSent { throw connection.lost() }
      batch?.commands.append(.element)
    }
  }

  /// Asks the server whether rows may be inserted together, and prepares the INSERT.
  private func beginGroups(_ prepared: PreparedText) throws(DatabaseError) {
    guard let insertion, let rows = batch?.rows else { return }
    // Read all answers before the question is sent.
    if PQsendFlushRequest(connection.handle) == 0 { throw connection.lost() }
    try takeAnswers(all: true)
    if batch?.failure != nil { return }
    let question = SentParameters()
    question.append(text: Array(insertion.table.utf8))
    question.append(text: Array(PostgreSQLDialect.changeTrigger.utf8))
    let handle = connection.handle
    let isSent = question.withPointers { count, values, lengths, formats in
      PQsendQueryParams(handle, BatchRows.question, count, nil, values, lengths, formats, 0) == 1
    }
    guard isSent, PQsendFlushRequest(handle) == 1 else { throw connection.lost() }
    var isPermitted = false
    while let result = try connection.nextResult() {
      let error = connection.error(in: result, sql: sql)
      if PQntuples(result) == 1 { isPermitted = PQgetvalue(result, 0, 0)?.pointee == 0x74 }
      PQclear(result)
      if let error { throw error }
    }
    guard isPermitted else { return }
    let name = connection.names.next()
    let count = prepared.parameters.count
    let text = rows.insert.text(rows: rows.width, parameterCount: count)
    let types = Array(repeatElement(prepared.parameters, count: rows.width).joined())
    guard connection.sendAlong(BatchRows.savepoint),
      PQsendPrepare(handle, name, text, Int32(truncatingIfNeeded: types.count), types) == 1
    else { throw connection.lost() }
    batch?.commands += [.savepoint(0), .other]
    batch?.rows?.name = name
  }

  /// Sends the rows that are too few for an INSERT, and releases the savepoint.
  func endGroups() throws(DatabaseError) {
    guard let prepared = batch?.prepared, let rows = batch?.rows, batch?.failure == nil else { return }
    if rows.group.count > 0 { try sendElements(of: rows.group, prepared) }
    guard rows.name != nil, !rows.isRefused else { return }
    if !connection.sendAlong(BatchRows.release) { throw connection.lost() }
    batch?.commands.append(.other)
  }

  /// Forgets the INSERT of several rows, which belongs to one batch.
  func forgetGroups() {
    if let name = batch?.rows?.name { connection.names.forget(name) }
    batch?.rows = nil
  }

  /// After the server has refused an INSERT of several rows: returns to the savepoint, and begins to send its rows one by one.
  ///
  /// The round trip of the INSERT has ended.
  func repeatOneByOne() throws(DatabaseError) {
    guard let prepared = batch?.prepared, let rows = batch?.rows else { return }
    forgetGroups()
    batch?.answered = rows.safe.answered
    batch?.changed = rows.safe.changed
    try connection.runAlone(BatchRows.rollback)
    try connection.beginPipeline([]) { true }
    batch?.isBegun = true
    connection.reading = self
    for group in rows.kept + [rows.group] {
      try sendEach(of: group, prepared)
      if PQsendFlushRequest(connection.handle) == 0 { throw connection.lost() }
      try takeAnswers(all: false)
      if batch?.failure != nil { return }
    }
  }
}
