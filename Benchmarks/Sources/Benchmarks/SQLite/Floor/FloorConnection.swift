import CFloor
import Foundation

/// A connection of the floor.
///
/// Unchecked, because its one field is a pointer that never changes; SQLite's connection behind it has no mutex, so
/// each is used by one thread at a time.
final class FloorConnection: @unchecked Sendable {
  fileprivate let handle: OpaquePointer

  init(_ path: String) throws {
    var handle: OpaquePointer?
    let code = cf_open(path, &handle)
    guard code == 0, let handle else {
      let message = handle.map { String(cString: cf_message($0)) } ?? "out of memory"
      cf_close(handle)
      throw FloorError(code: code, message: message)
    }
    self.handle = handle
  }

  deinit { cf_close(handle) }

  func execute(_ sql: String) throws {
    try check(cf_execute(handle, sql))
  }

  func prepare(_ sql: String) throws -> FloorStatement {
    var statement: OpaquePointer?
    try check(cf_prepare(handle, sql, &statement))
    guard let statement else { throw FloorError(code: 0, message: "an empty statement") }
    return FloorStatement(statement, of: self)
  }

  /// A statement's only value.
  func number(_ sql: String) throws -> Int64 { try prepare(sql).number() }

  /// The first row of each of these.
  func scores(_ texts: NewTexts) throws -> FloorRows<cf_score> {
    var rows = cf_score_rows()
    try check(cf_lookup_new_texts(handle, texts.pointers, texts.count, &rows))
    return .scores(rows)
  }

  /// Runs each of these.
  func run(_ texts: NewTexts) throws { try check(cf_run_new_texts(handle, texts.pointers, texts.count)) }

  /// Prepares each of the texts, behind which a NUL stands.
  func prepare(texts: Data) throws -> Int {
    var count = 0
    try texts.withUnsafeBytes { bytes in
      try check(cf_prepare_texts(handle, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, &count))
    }
    return count
  }

  fileprivate func check(_ code: Int32) throws {
    guard code == 0 else { throw FloorError(code: code, message: String(cString: cf_message(handle))) }
  }
}

/// A prepared statement of the floor.
///
/// Unchecked for the same reason as its connection.
final class FloorStatement: @unchecked Sendable {
  private let handle: OpaquePointer
  private let connection: FloorConnection

  fileprivate init(_ handle: OpaquePointer, of connection: FloorConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { cf_finalize(handle) }

  func integers() throws -> FloorRows<cf_integers> {
    var rows = cf_integers_rows()
    try connection.check(cf_scan_integers(handle, &rows))
    return .integers(rows)
  }

  func texts() throws -> FloorRows<cf_texts> {
    var rows = cf_texts_rows()
    try connection.check(cf_scan_texts(handle, &rows))
    return .texts(rows)
  }

  func prose() throws -> FloorRows<cf_prose> {
    var rows = cf_prose_rows()
    try connection.check(cf_scan_prose(handle, &rows))
    return .prose(rows)
  }

  func scores() throws -> FloorRows<cf_score> {
    var rows = cf_score_rows()
    try connection.check(cf_scan_scores(handle, &rows))
    return .scores(rows)
  }

  func scores(_ keys: [Int64]) throws -> FloorRows<cf_score> {
    var rows = cf_score_rows()
    try connection.check(cf_lookup_scores(handle, keys, keys.count, &rows))
    return .scores(rows)
  }

  /// The sum of ids and names' lengths of the rows that are looked up.
  func total(_ keys: [Int64]) throws -> UInt64 {
    var sum: UInt64 = 0
    try connection.check(cf_total_scores(handle, keys, keys.count, &sum))
    return sum
  }

  /// The same by threads that have one of the statements each, asked for one key at a time by as many others as is said.
  static func total(_ keys: [Int64], by statements: [FloorStatement], askedBy clients: Int) throws -> UInt64 {
    var sum: UInt64 = 0
    let handles = statements.map { Optional($0.handle) }
    let code = cf_served_lookups(handles, handles.count, clients, keys, keys.count, &sum)
    try statements.first?.connection.check(code)
    return sum
  }

  func readRanges(_ firsts: [Int64], length: Int) throws -> UInt64 {
    var sum: UInt64 = 0
    try connection.check(cf_read_ranges(handle, firsts, firsts.count, Int64(length), &sum))
    return sum
  }

  func insert(_ rows: FloorRows<cf_integers>) throws {
    try connection.check(cf_insert_integers(handle, rows.first, rows.count))
  }

  func insert(_ rows: FloorRows<cf_texts>) throws {
    try connection.check(cf_insert_texts(handle, rows.first, rows.count))
  }

  func insert(_ rows: FloorRows<cf_prose>) throws {
    try connection.check(cf_insert_prose(handle, rows.first, rows.count))
  }

  func insert(_ rows: FloorRows<cf_score>) throws {
    try connection.check(cf_insert_scores(handle, rows.first, rows.count))
  }

  func insert(_ keys: [Int64]) throws {
    try connection.check(cf_insert_keys(handle, keys, keys.count))
  }

  /// The first column of the first row.
  func number() throws -> Int64 {
    var number: Int64 = 0
    try connection.check(cf_number(handle, &number))
    return number
  }

  /// Inserts the rows of objects into the table of an ODB.
  func insert(_ nodes: cf_nodes, into parent: Int64, from first: Int64) throws {
    try connection.check(cf_insert_nodes(handle, parent, first, nodes.rows, nodes.count))
  }

  /// Inserts an object's row.
  func insert(_ id: UUID, _ revision: Int64, _ json: Data) throws {
    let code = withUnsafeBytes(of: id.uuid) { id in
      json.withUnsafeBytes { bytes in
        cf_insert_object(handle, id.baseAddress, revision, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      }
    }
    try connection.check(code)
  }

  /// An object's revision and JSON.
  func object(_ id: UUID) throws -> (revision: Int64, json: Data) {
    var (revision, text) = (Int64(0), cf_text())
    try connection.check(withUnsafeBytes(of: id.uuid) { cf_read_object(handle, $0.baseAddress, &revision, &text) })
    return (revision, Data(floor: text))
  }

  /// The JSON of the objects that the statement finds by a key.
  func objects(from key: [UInt8], limit: Int) throws -> [Data] {
    var found = 0
    var code: Int32 = 0
    let texts = [cf_text](unsafeUninitializedCapacity: limit) { texts, count in
      code = cf_find_objects(handle, key, key.count, texts.baseAddress, limit, &found)
      count = found
    }
    let objects = texts.map(Data.init(floor:))
    try connection.check(code)
    return objects
  }

  /// Replaces an object's row that has a revision.
  func replace(_ id: UUID, _ expected: Int64, _ revision: Int64, _ json: Data) throws {
    let code = withUnsafeBytes(of: id.uuid) { id in
      json.withUnsafeBytes { bytes in
        cf_replace_object(
          handle, id.baseAddress, expected, revision, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      }
    }
    try connection.check(code)
  }

  /// The first column of all rows.
  func keys() throws -> [Int64] {
    var keys: UnsafeMutablePointer<Int64>?
    var count = 0
    defer { free(keys) }
    try connection.check(cf_collect_keys(handle, &keys, &count))
    return Array(UnsafeBufferPointer(start: keys, count: count))
  }

  func articles() throws -> FloorArticles {
    var rows = cf_articles()
    let code = cf_scan_articles(handle, &rows)
    let articles = FloorArticles(rows)
    try connection.check(code)
    return articles
  }

  func insert(_ articles: FloorArticles) throws {
    try connection.check(withUnsafePointer(to: articles.rows) { cf_insert_articles(handle, $0) })
  }

  /// Adds the keys and texts of a note and of what it is related to, by the statements that find them.
  static func addNote(_ key: Int64, by statements: [FloorStatement], to sum: inout UInt64) throws {
    guard statements.count == 5 else { throw FloorError(code: 0, message: "a note takes five statements") }
    try statements[0].connection.check(cf_read_note(statements.map { $0.handle }, key, &sum))
  }

  /// Updates one row for each key, in a transaction each: between the other two statements, or alone.
  func write(_ value: Int64, _ keys: [Int64], between begin: FloorStatement? = nil, and commit: FloorStatement? = nil)
    throws
  {
    try connection.check(cf_write_each(begin?.handle, handle, commit?.handle, value, keys, keys.count))
  }

  /// Updates one row.
  func play(_ key: Int64) throws {
    try connection.check(cf_play(handle, key))
  }
}

extension Data {
  /// What the floor has read, without copying it.
  init(floor text: cf_text) { self.init(bytesNoCopy: text.bytes, count: Int(text.count), deallocator: .free) }
}

/// SQLite's own error.
struct FloorError: Error, CustomStringConvertible {
  let code: Int32
  let message: String

  var description: String { "SQLite \(code): \(message)" }
}
