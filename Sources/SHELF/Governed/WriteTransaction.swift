internal import Foundation
internal import ORDA

/// One try at a `write`, inside its transaction and on the connection's own thread.
struct WriteTransaction {
  /// What was planned from is not what is there: others have written since.
  enum Outdated: Error {
    /// An object is of another type than it was.
    case object
    /// An object's type has a number that was not known.
    case type(Int64)
  }

  /// What is there of an object that is to be written.
  private struct Stored {
    let type: Int64?
    let revision: Int64
    /// How many others it refers to.
    let references: Int
    let hasKeys: Bool
  }

  private let plan: WritePlan
  private let statements: ShelfStatements

  init(_ plan: WritePlan, _ statements: ShelfStatements) {
    self.plan = plan
    self.statements = statements
  }

  /// Does all of the writes, or none.
  func run() throws -> ShelfWriteOutcome {
    if let stored = try insertAll() ?? replace() { return try finish(stored) }
    let stored = try lock()
    let conflicts = plan.writes.filter { write in
      !write.expectation.isMet(by: stored[write.id].map { ShelfRevision(UInt64(bitPattern: $0.revision)) })
    }
    guard conflicts.isEmpty else { return .conflict(Set(conflicts.map(\.id))) }
    if let refusal = try refusal(stored) { return refusal }
    try putRows(stored)
    try deleteRows(stored)
    return try finish(stored)
  }

  /// Writes what lies beside the objects' rows, and tells the revisions.
  private func finish(_ stored: [ShelfId: Stored]) throws -> ShelfWriteOutcome {
    try putKeys(stored)
    try putReferences(stored)
    return .written(
      zip(plan.writes, plan.rows).map { write, row in
        if let row { return ShelfRevision(UInt64(bitPattern: row.revision)) }
        guard case .check = write.action else { return nil }
        return stored[write.id].map { ShelfRevision(UInt64(bitPattern: $0.revision)) }
      })
  }

  // MARK: Without looking first

  /// Inserts all objects, where all may be new ones; nil where one is not, and nothing was done.
  private func insertAll() throws -> [ShelfId: Stored]? {
    let mayBeNew = zip(plan.writes, plan.rows).allSatisfy { write, row in
      guard let row, !row.isTypeFound else { return false }
      // One alone that may be there mostly is.
      return write.expectation == .nothing || write.expectation == .anything && plan.writes.count > 1
    }
    guard mayBeNew else { return nil }
    do {
      try putRows([:])
      return [:]
    } catch let error as DatabaseError where DatabaseError.Kind.constraint(.unique).matches(error.kind) {
      return nil
    }
  }

  /// Replaces one object by its revision, where it is of the same type, has no references and lasts for ever, as most do; nil
  /// where that is not so, and nothing was done.
  private func replace() throws -> [ShelfId: Stored]? {
    guard plan.writes.count == 1, case .revision(let expected) = plan.writes[0].expectation,
      let row = plan.rows[0], !row.isTypeFound, let type = row.type
    else { return nil }
    let (id, revision) = (plan.writes[0].id, Int64(bitPattern: expected.number))
    let result = try statements.replace.execute(
      row.json, row.revision, row.references.count, plan.modified, row.expires, StoredId(id), revision, type)
    guard result.changed == 1 else { return nil }
    let hasKeys = plan.types[type]?.fields.isEmpty == false
    return [id: Stored(type: type, revision: revision, references: 0, hasKeys: hasKeys)]
  }

  // MARK: What is there

  /// Reads what is there of all objects, and keeps others from writing it.
  private func lock() throws -> [ShelfId: Stored] {
    var stored: [ShelfId: Stored] = [:]
    func add(_ row: borrowing Row) throws {
      let type = try row.get(1, as: Int64?.self)
      if let type, plan.types[type] == nil { throw Outdated.type(type) }
      let hasFields = type.map { plan.types[$0]?.fields.isEmpty == false } ?? false
      stored[try row.get(0, as: StoredId.self).id] = Stored(
        type: type, revision: try row.get(2), references: try row.get(3), hasKeys: try !row.isNull(4) || hasFields)
    }
    if plan.writes.count == 1 {
      try statements.locked.forEach(StoredId(plan.writes[0].id)) { row in try add(row) }
      return stored
    }
    // In one order by all who write, so that they seldom wait for each other in a circle.
    for part in plan.writes.map(\.id).sorted().parts(of: ShelfStatements.longestList) {
      try statements.someLocked.forEach(ValueList(part.map(StoredId.init))) { row in try add(row) }
    }
    return stored
  }

  /// What keeps an object from being replaced: that it is of another type.
  private func refusal(_ stored: [ShelfId: Stored]) throws -> ShelfWriteOutcome? {
    for (write, row) in zip(plan.writes, plan.rows) {
      guard let row, let found = stored[write.id] else { continue }
      let name = found.type.flatMap { plan.types[$0]?.name }
      if row.isTypeFound {
        // Somebody has made it another one since the plan was made.
        if name != row.type.flatMap({ plan.types[$0]?.name }) { throw Outdated.object }
      } else if let name, found.type != row.type, name != row.type.flatMap({ plan.types[$0]?.name }) {
        return .otherType(write.id, stored: name)
      }
    }
    return nil
  }

  // MARK: What is done

  private func putRows(_ stored: [ShelfId: Stored]) throws {
    let puts = zip(plan.writes, plan.rows).compactMap { write, row in row.map { (id: write.id, row: $0) } }
    let modified = plan.modified
    let (new, old) = (puts.filter { stored[$0.id] == nil }, puts.filter { stored[$0.id] != nil })
    // A batch is done in a savepoint, which one statement does not need.
    if puts.count == 1 {
      for (id, row) in new {
        try statements.insert.execute(
          StoredId(id), row.type, row.json, row.revision, row.references.count, modified, row.expires)
      }
      for (id, row) in old {
        try statements.update.execute(
          row.type, row.json, row.revision, row.references.count, modified, row.expires, StoredId(id))
      }
      return
    }
    try run(statements.insert, new) { put, parameters in
      let row = put.row
      try parameters.bind(
        StoredId(put.id), row.type, row.json, row.revision, row.references.count, modified, row.expires)
    }
    try run(statements.update, old) { put, parameters in
      let row = put.row
      try parameters.bind(
        row.type, row.json, row.revision, row.references.count, modified, row.expires, StoredId(put.id))
    }
  }

  private func deleteRows(_ stored: [ShelfId: Stored]) throws {
    let deleted = plan.writes.filter { write in
      if case .delete = write.action { stored[write.id] != nil } else { false }
    }.map(\.id)
    try run(statements.deleteKeys, deleted.filter { stored[$0]?.hasKeys == true })
    try run(statements.deleteReferences, deleted.filter { stored[$0]?.references ?? 0 > 0 })
    try run(statements.delete, deleted)
  }

  /// Replaces the keys of the objects whose keys are others now: those of most updates are not.
  private func putKeys(_ stored: [ShelfId: Stored]) throws {
    var old: [ShelfId: [StoredKey]] = [:]
    let puts = zip(plan.writes, plan.rows).compactMap { write, row in row.map { (id: write.id, keys: $0.keys) } }
    let known = puts.filter { stored[$0.id]?.hasKeys == true }.map(\.id)
    try read(statements.keys, known) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].append(
        StoredKey(field: try row.get(1), value: try row.get(2)))
    }
    let changed = puts.filter { put in
      guard let keys = old[put.id] else { return !put.keys.isEmpty }
      return Set(keys) != Set(put.keys)
    }
    try run(statements.deleteKeys, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in put.keys.map { (StoredId(put.id), $0.field, $0.value) } }
    if rows.count == 1 {
      try statements.insertKey.execute(rows[0].0, rows[0].1, rows[0].2)
      return
    }
    try run(statements.insertKey, rows) { key, parameters in try parameters.bind(key.0, key.1, key.2) }
  }

  private func putReferences(_ stored: [ShelfId: Stored]) throws {
    var old: [ShelfId: Set<ShelfId>] = [:]
    let puts = zip(plan.writes, plan.rows).compactMap { write, row in row.map { (id: write.id, targets: $0.references) }
    }
    try read(statements.targets, puts.map(\.id).filter { stored[$0]?.references ?? 0 > 0 }) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(try row.get(1, as: StoredId.self).id)
    }
    let changed = puts.filter { put in
      guard let targets = old[put.id] else { return !put.targets.isEmpty }
      return targets != Set(put.targets)
    }
    try run(statements.deleteReferences, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in Set(put.targets).map { (StoredId(put.id), StoredId($0)) } }
    try run(statements.insertReference, rows) { reference, parameters in try parameters.bind(reference.0, reference.1) }
  }

  // MARK: Running

  private func run<Row>(
    _ statement: any Statement, _ rows: [Row], _ bind: (Row, borrowing ParameterBinder) throws -> Void
  ) throws {
    if rows.isEmpty { return }
    try statement.executeMany(rows, bind: bind)
  }

  private func run(_ statement: any Statement, _ ids: [ShelfId]) throws {
    for part in ids.parts(of: ShelfStatements.longestList) {
      try statement.execute(ValueList(part.map(StoredId.init)))
    }
  }

  private func read(_ statement: any Statement, _ ids: [ShelfId], _ body: (borrowing Row) throws -> Void) throws {
    for part in ids.parts(of: ShelfStatements.longestList) {
      try statement.forEach(ValueList(part.map(StoredId.init)), body: body)
    }
  }
}
