internal import ORDA

/// A value whose bytes go to the server as they come: into a large object, of which the server makes the value at the end.
///
/// The object belongs to the transaction, and is gone with it, however that ends. What fits into memory easily is
/// written by the statement alone.
final class PostgreSQLValueWriter: DriverValueWriter {
  private let connection: PostgreSQLConnection
  private let place: ValuePlace
  private let isText: Bool
  private var pending: [UInt8] = []
  /// The large object's number, once there is one.
  private var object: Int64?
  private var put: PostgreSQLStatement?
  /// How many bytes the object has.
  private var stored = 0
  /// True where the server has no large objects for this account.
  private var keepsAll = false

  /// How many bytes are sent at a time.
  private static let partSize = 1 << 19
  /// The most bytes that a value of the server's may have.
  private static let largest = 0x3FFF_FFFF - 64

  init(_ connection: PostgreSQLConnection, _ place: ValuePlace, isText: Bool) {
    self.connection = connection
    self.place = place
    self.isText = isText
  }

  static func check(_ count: Int) throws(DatabaseError) {
    guard count > largest else { return }
    throw DatabaseError(.dataTooLong, "PostgreSQL's values have at most 1 GiB, and this one has \(count) bytes or more")
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    try Self.check(stored + pending.count + bytes.count)
    var rest = bytes[...]
    while !rest.isEmpty {
      let some = rest.prefix(keepsAll ? rest.count : max(0, Self.partSize - pending.count))
      pending += some
      rest = rest[some.endIndex...]
      if !keepsAll, pending.count >= Self.partSize { try store() }
    }
  }

  // MARK: The large object

  /// Appends what is pending to the object.
  private func store() throws(DatabaseError) {
    if object == nil { try create() }
    guard let object else { return }
    if put == nil { put = try connection.statement("SELECT pg_catalog.lo_put($1, $2, $3)", .select) }
    guard let statement = put else { return }
    statement.bind(object, at: 0)
    statement.bind(Int64(stored), at: 1)
    statement.bind(.bytes(pending), at: 2)
    defer { statement.reset() }
    while try statement.step() {}
    stored += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  private func create() throws(DatabaseError) {
    let savepoint = "orda_object"
    try connection.savepoint(savepoint)
    do throws(DatabaseError) {
      object = try connection.texts("SELECT pg_catalog.lo_create(0)").first?.first.flatMap { $0 }.flatMap { Int64($0) }
      try connection.release(savepoint: savepoint)
    } catch {
      guard error.kind == .permission || error.sqlState == "42883" || error.kind == .unsupported else { throw error }
      try connection.rollback(toSavepoint: savepoint)
    }
    keepsAll = object == nil
  }

  // MARK: The end

  func finish() throws(DatabaseError) {
    if object != nil, !pending.isEmpty { try store() }
    let (table, column, _) = place.text(connection.dialect)
    let source =
      object == nil ? "$1" : isText ? "pg_catalog.convert_from(pg_catalog.lo_get($1), 'UTF8')" : "pg_catalog.lo_get($1)"
    let statement = try connection.statement(
      "UPDATE \(table) SET \(column) = \(source) WHERE \(place.condition(connection.dialect, after: 1))", .update)
    defer { statement.close() }
    if let object { statement.bind(object, at: 0) } else { try bindPending(to: statement) }
    for (index, key) in try place.keyValues().enumerated() { statement.bind(key, at: index + 1) }
    while try statement.step() {}
    switch statement.outcome().changed {
    case 1: break
    case 0: throw place.noSuchRow
    default: throw place.severalRows
    }
    if let object { _ = try connection.texts("SELECT pg_catalog.lo_unlink($1)", [String(object)]) }
  }

  private func bindPending(to statement: PostgreSQLStatement) throws(DatabaseError) {
    guard isText else { return statement.bind(.bytes(pending), at: 0) }
    guard let text = String(validating: pending, as: UTF8.self) else {
      throw DatabaseError(.typeMismatch, "the column holds text, and the bytes are no UTF-8")
    }
    statement.bind(text, at: 0)
  }

  func close() {
    put?.close()
    pending = []
  }
}
