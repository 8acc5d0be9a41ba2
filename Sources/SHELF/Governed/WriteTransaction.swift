internal import Foundation
internal import ORDA

/// One try at a `write`, inside its transaction and on the connection's own thread.
struct WriteTransaction {
  /// The plan no longer matches what is there: others have written since.
  enum Outdated: Error {
    /// An object has another type than before.
    case object
    /// An object's type has an unknown number.
    case type(Int64)
    /// One of the objects that seemed to be new exists.
    case notNew
  }

  /// Why nothing may be written, found out after something was: it must be undone.
  struct Refused: Error {
    let outcome: ShelfWriteOutcome
  }

  /// What exists of an object that will be written.
  struct Stored {
    let type: Int64?
    let revision: ShelfRevision
    let links: StoredLinks
    let hasKeys: Bool
  }

  let plan: WritePlan
  let statements: ShelfStatements

  init(_ plan: WritePlan, _ statements: ShelfStatements) {
    self.plan = plan
    self.statements = statements
  }

  /// Does all of the writes, or none.
  func run() throws -> ShelfWriteOutcome {
    if let stored = try insertAll() ?? replace() { return try finish(stored) }
    let replaced = try replaceAlike()
    let stored = try lock(besides: replaced)
    var conflicts: Set<ShelfId> = []
    for (index, write) in plan.writes.enumerated() where !write.expectation.isMet(by: stored[index]?.revision) {
      conflicts.insert(write.id)
    }
    guard conflicts.isEmpty else { return .conflict(conflicts) }
    if let refusal = try refusal(stored) { throw Refused(outcome: refusal) }
    try insert(plan.puts.filter { stored[$0.index] == nil })
    try update(plan.puts.filter { stored[$0.index] != nil && replaced[$0.index] == nil }, stored)
    try delete(stored)
    return try finish(stored)
  }

  /// Writes to the tables besides the objects' rows, and returns the revisions.
  private func finish(_ stored: [Stored?]) throws -> ShelfWriteOutcome {
    try putKeys(stored)
    try putReferences(stored)
    try putBinaries(stored)
    var revisions: [ShelfRevision?] = Array(repeating: nil, count: plan.writes.count)
    for put in plan.puts { revisions[put.index] = ShelfRevision(UInt64(bitPattern: put.revision)) }
    if plan.puts.count < plan.writes.count {
      for (index, write) in plan.writes.enumerated() {
        if case .check = write.action { revisions[index] = stored[index]?.revision }
      }
    }
    return .written(revisions)
  }

  // MARK: Without looking first

  /// Inserts all objects if all of them may be new; otherwise nil.
  ///
  /// - Throws: ``Outdated/notNew`` if one exists: what was inserted before it must be undone.
  private func insertAll() throws -> [Stored?]? {
    // A single object that may exist usually does.
    let isBatch = plan.writes.count > 1
    guard !plan.looksFirst, plan.puts.count == plan.writes.count,
      plan.writes.allSatisfy({ $0.expectation == .nothing || isBatch && $0.expectation == .anything }),
      !plan.puts.contains(where: \.isTypeFound)
    else { return nil }
    do {
      try insert(plan.puts)
    } catch let error as DatabaseError where DatabaseError.Kind.constraint(.unique).matches(error.kind) {
      throw Outdated.notNew
    }
    return Array(repeating: nil, count: plan.writes.count)
  }

  /// Replaces one object by its revision if it has the same type, no references and no expiry, like most; nil if that
  /// is not so, and nothing was done.
  private func replace() throws -> [Stored?]? {
    guard plan.writes.count == 1, case .revision(let expected) = plan.writes[0].expectation, let put = plan.puts.first,
      !put.isTypeFound, let type = put.type
    else { return nil }
    let result = try statements.replace.execute(
      put.json, put.revision, put.links.number, plan.modified, put.expires, StoredId(put.id),
      Int64(bitPattern: expected.number), type)
    guard result.changed == 1 else { return nil }
    return [Stored(type: type, revision: expected, links: StoredLinks(number: 0), hasKeys: hasFields(type))]
  }

  /// Replaces many objects that have the same type, no references and no expiry, if one was found to exist: then most
  /// do, and looking at each first would cost as much again.
  ///
  /// - Returns: What was there, in the order of the writes; nil for what needs to be looked at.
  private func replaceAlike() throws -> [Stored?] {
    var replaced: [Stored?] = Array(repeating: nil, count: plan.writes.count)
    // An array of updates reports only the total number of rows.
    guard plan.looksFirst, !statements.takesArrays, plan.writes.allSatisfy({ $0.expectation == .anything }) else {
      return replaced
    }
    for put in plan.puts where !put.isTypeFound {
      guard let type = put.type else { continue }
      let result = try statements.replaceAny.execute(
        put.json, put.revision, put.links.number, plan.modified, put.expires, StoredId(put.id), type)
      if result.changed == 1 {
        replaced[put.index] = Stored(
          type: type, revision: ShelfRevision(UInt64(bitPattern: put.revision)), links: StoredLinks(number: 0),
          hasKeys: hasFields(type))
      }
    }
    return replaced
  }

  private func hasFields(_ type: Int64) -> Bool { plan.types[type]?.fields.isEmpty == false }

  // MARK: What is there

  /// Reads the existing state of the other objects, in the order of the writes, and prevents others from writing it.
  private func lock(besides replaced: [Stored?]) throws -> [Stored?] {
    var stored = replaced
    let missing = plan.writes.indices.filter { replaced[$0] == nil }
    if missing.isEmpty { return stored }
    let ids = missing.map { plan.writes[$0].id }
    let places = Dictionary(zip(ids, missing)) { first, _ in first }
    func add(_ row: borrowing Row) throws {
      let type = try row.get(1, as: Int64?.self)
      if let type, plan.types[type] == nil { throw Outdated.type(type) }
      guard let index = places[try row.get(0, as: StoredId.self).id] else { return }
      stored[index] = Stored(
        type: type, revision: ShelfRevision(UInt64(bitPattern: try row.get(2, as: Int64.self))),
        links: StoredLinks(number: try row.get(3)), hasKeys: try !row.isNull(4) || type.map(hasFields) ?? false)
    }
    if ids.count == 1 {
      try statements.locked.forEach(StoredId(ids[0])) { row in try add(row) }
      return stored
    }
    // All writers use the same order, so that they seldom wait for each other in a circle.
    try statements.read(statements.someLocked, ids.sorted()) { row in try add(row) }
    return stored
  }

  /// Refuses to replace an object of another type.
  private func refusal(_ stored: [Stored?]) throws -> ShelfWriteOutcome? {
    for put in plan.puts {
      guard let found = stored[put.index], put.isTypeFound || found.type != put.type else { continue }
      let (name, given) = (found.type.flatMap { plan.types[$0]?.name }, put.type.flatMap { plan.types[$0]?.name })
      // Somebody has changed its type since the plan was made.
      if put.isTypeFound, name != given { throw Outdated.object }
      if let name, name != given { return .otherType(put.id, stored: name) }
    }
    return nil
  }
}
