internal import ORDA

/// The statements of a store in a database, prepared once for all connections.
struct ShelfStatements: Sendable {
  /// The maximum number of ids in a statement: databases look up each of so many separately.
  static let longestList = 500

  /// True if batches are sent to the database in arrays.
  let takesArrays: Bool
  let object: any Statement
  let someObjects: any Statement
  /// What is known of objects that will be written; prevents others from writing them until the transaction ends.
  let locked: any Statement
  let someLocked: any Statement
  let insert: any Statement
  let update: any Statement
  /// Updates an object that has a revision and a type, no references, and no expiry.
  let replace: any Statement
  /// The same, whatever its revision.
  let replaceAny: any Statement
  let setType: any Statement
  let delete: any Statement
  let keys: any Statement
  let insertKey: any Statement
  let deleteKey: any Statement
  let deleteKeys: any Statement
  let targets: any Statement
  let insertReference: any Statement
  let deleteReferences: any Statement
  let referrers: any Statement
  let binaries: any Statement
  let insertBinary: any Statement
  let deleteBinary: any Statement
  let deleteBinaries: any Statement
  let binaryParts: any Statement
  let ids: any Statement
  let idsOfType: any Statement

  init(_ db: any Governor, _ tables: ShelfTables) throws {
    takesArrays = db.capabilities.contains(.arrayBinding)
    let objects = tables.objects
    let object: SQL = "SELECT id, type, rev, json, expires FROM \(objects) WHERE id"
    self.object = try db.prepare("\(object) = ?")
    someObjects = try db.prepare("\(object) IN \(list: StoredId.self)")
    // If rows have no locks, a transaction that may write keeps all other writers out.
    let lock: SQL = db.capabilities.contains(.rowLocks) ? " FOR UPDATE" : ""
    let state: SQL = "SELECT id, type, rev, refs, expires FROM \(objects) WHERE id"
    locked = try db.prepare("\(state) = ?\(lock)")
    someLocked = try db.prepare("\(state) IN \(list: StoredId.self)\(lock)")
    insert = try db.prepare(
      "INSERT INTO \(objects) (id, type, json, rev, refs, modified, expires) VALUES (?, ?, ?, ?, ?, ?, ?)")
    let contents: SQL = "UPDATE \(objects) SET json = ?, rev = ?, refs = ?, modified = ?, expires = ? WHERE id = ?"
    update = try db.prepare(contents)
    replace = try db.prepare("\(contents) AND rev = ? AND type = ? AND refs = 0 AND expires IS NULL")
    replaceAny = try db.prepare("\(contents) AND type = ? AND refs = 0 AND expires IS NULL")
    setType = try db.prepare("UPDATE \(objects) SET type = ? WHERE id = ?")
    delete = try db.prepare("DELETE FROM \(objects) WHERE id IN \(list: StoredId.self)")
    keys = try db.prepare("SELECT object, field, value FROM \(tables.keys) WHERE object IN \(list: StoredId.self)")
    insertKey = try db.prepare("INSERT INTO \(tables.keys) (object, field, value) VALUES (?, ?, ?)")
    deleteKey = try db.prepare("DELETE FROM \(tables.keys) WHERE object = ? AND field = ?")
    deleteKeys = try db.prepare("DELETE FROM \(tables.keys) WHERE object IN \(list: StoredId.self)")
    targets = try db.prepare("SELECT source, target FROM \(tables.references) WHERE source IN \(list: StoredId.self)")
    insertReference = try db.prepare("INSERT INTO \(tables.references) (source, target) VALUES (?, ?)")
    deleteReferences = try db.prepare("DELETE FROM \(tables.references) WHERE source IN \(list: StoredId.self)")
    let binaries = tables.binaries
    self.binaries = try db.prepare(
      "SELECT object, id FROM \(binaries) WHERE part = 0 AND object IN \(list: StoredId.self)")
    insertBinary = try db.prepare("INSERT INTO \(binaries) (object, id, part, content) VALUES (?, ?, ?, ?)")
    deleteBinary = try db.prepare("DELETE FROM \(binaries) WHERE object = ? AND id = ?")
    deleteBinaries = try db.prepare("DELETE FROM \(binaries) WHERE object IN \(list: StoredId.self)")
    binaryParts = try db.prepare(
      "SELECT content FROM \(binaries) WHERE object = ? AND id = ? AND part >= ? AND part <= ? ORDER BY part")
    referrers = try db.prepare(
      "SELECT source FROM \(tables.references) WHERE target = ? AND source > ? ORDER BY source LIMIT ?")
    ids = try db.prepare("SELECT id FROM \(objects) WHERE id > ? ORDER BY id LIMIT ?")
    idsOfType = try db.prepare("SELECT id FROM \(objects) WHERE type = ? AND id > ? ORDER BY id LIMIT ?")
  }
}
