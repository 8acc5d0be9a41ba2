internal import CMariaDB
internal import ORDA

/// A statement that the server can't prepare, such as `EXECUTE`: it is sent as text, and all its rows are fetched at
/// once.
final class MariaDBTextStatement: DriverStatement {
  private let connection: MariaDBConnection
  private let sql: String
  private let keyword: StatementKeyword
  private var names: [String] = []
  private var rows: [[Value]] = []
  private var row: [Value] = []
  private var next: Int?
  private var changed: Int?
  /// What ``utf8(_:)`` and ``bytes(_:)`` lend.
  private var lent: [UnsafeMutableBufferPointer<UInt8>] = []

  init(_ sql: String, keyword: StatementKeyword, connection: MariaDBConnection) {
    self.sql = sql
    self.keyword = keyword
    self.connection = connection
  }

  deinit { giveBackMemory() }

  let parameterCount = 0
  var columnCount: Int { names.count }
  private(set) var columnsVersion = 0
  let isReadOnly = false
  var columnNames: [String] { names }
  func columns() throws(DatabaseError) -> [Column] { names.map { Column(name: $0) } }

  func step() throws(DatabaseError) -> Bool {
    if next == nil { try run() }
    giveBackMemory()
    guard let position = next, position < rows.count else { return false }
    row = rows[position]
    next = position + 1
    return true
  }

  private func run() throws(DatabaseError) {
    // Statements that can't be prepared are mostly about the session.
    connection.isSessionChanged = true
    connection.session.isUnsure = true
    connection.commitMayBegin(keyword)
    let answer: (names: [String], rows: [[Value]])
    do throws(DatabaseError) {
      answer = try connection.values(sql)
    } catch {
      connection.commitMayHaveEnded(nil)
      throw connection.noteError(error, of: .other, hadLimit: false)
    }
    // Note what this answer reports before the question about the commit gets an answer, too.
    if connection.settings.readsWarnings { warningCount = Int(mysql_warning_count(connection.handle)) }
    connection.noteSession(status: connection.handle.pointee.server_status)
    connection.commitMayHaveEnded(
      answer.names.isEmpty ? connection.answeredTransaction : connection.lastTransaction)
    columnsVersion += 1
    names = answer.names
    rows = answer.rows
    changed = answer.names.isEmpty ? 0 : nil
    next = 0
  }

  func outcome() -> StatementOutcome { StatementOutcome(changed: changed, lastID: nil) }

  func reset() {
    rows = []
    row = []
    next = nil
    warningCount = 0
    giveBackMemory()
  }

  func close() { reset() }

  private(set) var warningCount = 0
  func warnings() throws(DatabaseError) -> [DatabaseWarning] { try connection.warnings() }

  // MARK: Binding: there are no parameters

  func bindNull(at index: Int) {}
  func bind(_ value: Int64, at index: Int) {}
  func bind(_ value: Double, at index: Int) {}
  func bind(_ value: String, at index: Int) {}
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {}
  func bind(_ value: Value, at index: Int) {}

  // MARK: Reading

  func isNull(_ cell: Int) -> Bool { row[cell].isNull }
  func int(_ cell: Int) -> Int64? { if case .int(let number) = row[cell] { number } else { nil } }
  func double(_ cell: Int) -> Double? { if case .double(let number) = row[cell] { number } else { nil } }
  func text(_ cell: Int) -> String? { if case .text(let text) = row[cell] { text } else { nil } }
  func value(_ cell: Int) -> Value { row[cell] }

  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    guard case .text(let text) = row[cell] else { return nil }
    return lend(Array(text.utf8))
  }

  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    guard case .bytes(let bytes) = row[cell] else { return nil }
    return UnsafeRawBufferPointer(lend(bytes))
  }

  private func lend(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = memory.initialize(from: bytes)
    lent.append(memory)
    return UnsafeBufferPointer(rebasing: memory[..<bytes.count])
  }

  private func giveBackMemory() {
    for memory in lent { memory.deallocate() }
    lent = []
  }
}
