import Testing

@testable import ORDA

/// A table in memory that a fake database answers for, and whose changes a test may tell or keep to itself.
///
/// The texts are those that the core writes for a table `genre` of the columns `id`, `name` and `age`.
final class FakeTable: Sendable {
  let database: FakeDatabase
  /// What the answers hold: were they to hold the table, which holds the database, none would ever go.
  private let content: FakeRows
  var source: ScriptedChangeSource? { content.source }
  var rows: Shared<[Int64: [Value]]> { content.rows }
  var isTold: Shared<Bool> { content.isTold }
  var wasRead: Shared<(@Sendable () -> Void)?> { content.wasRead }

  static let name = TableName(name: "genre")
  static let layout = RowLayout(table: name, identity: name, columns: ["id", "name", "age"], keyColumns: ["id"])
  static let definition = TableDescription(
    name: name,
    columns: [
      ColumnDescription(
        name: "id", declaredType: "INTEGER", isNullable: false, primaryKeyPosition: 1, isAutoIncrement: true),
      ColumnDescription(name: "name", declaredType: "TEXT", isNullable: false),
      ColumnDescription(name: "age", declaredType: "INTEGER"),
    ], primaryKey: ["id"])

  /// - Parameter tells: True for a driver that tells of changes.
  init(
    _ names: [String] = ["Rock", "Jazz", "Blues"], tells: Bool, readers: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    content = FakeRows(source: tells ? ScriptedChangeSource() : nil)
    content.isTold.current = tells
    database = FakeDatabase(readers: readers, sourceLocation: sourceLocation)
    database.tellChanges(by: source)
    database.script.descriptions = [Self.definition]
    for (index, name) in names.enumerated() {
      rows.with { $0[Int64(index + 1)] = [.int(Int64(index + 1)), .text(name), .int(Int64(index * 10))] }
    }
    answer()
  }

  func open(configuration: GovernorConfiguration? = nil, clock: TestClock? = nil) throws -> any Governor {
    try database.open(configuration: configuration, clock: clock)
  }

  private static let selection = #"SELECT "id", "name", "age" FROM "genre""#

  private func answer() {
    let content = content
    database[Self.selection] = .answering(isReadOnly: true) { _ in content.read { _ in true } }
    database[Self.selection + #" WHERE "id" = ?"#] = .answering(isReadOnly: true) { key in content.read { $0 == key[0] }
    }
    for count in [4, 16, 64, 256, 512] {
      let marks = Array(repeating: "?", count: count).joined(separator: ", ")
      database[Self.selection + " WHERE \"id\" IN (\(marks))"] = .answering(isReadOnly: true) { keys in
        content.read { keys.contains($0) }
      }
    }
    for (column, name) in ["id", "name", "age"].enumerated() {
      database["UPDATE \"genre\" SET \"\(name)\" = ? WHERE \"id\" = ?"] = .answering {
        bound throws(DatabaseError) in
        if bound[0].isNull {
          throw DatabaseError(.constraint(.notNull), "\(name) may not be NULL", column: name)
        }
        return .changes(content.update(bound[1]) { $0[column] = bound[0] })
      }
    }
    database[#"UPDATE "genre" SET "name" = ?, "age" = ? WHERE "id" = ?"#] = .answering { bound in
      .changes(content.update(bound[2]) { ($0[1], $0[2]) = (bound[0], bound[1]) })
    }
    database[#"DELETE FROM "genre" WHERE "id" = ?"#] = .answering { key in .changes(content.delete(key[0])) }
    database[#"INSERT INTO "genre" ("name") VALUES (?)"#] = .answering { bound in
      let id = content.rows.with { rows in
        let id = (rows.keys.max() ?? 0) + 1
        rows[id] = [.int(id), bound[0], .int(0)]
        return id
      }
      content.tell(.insert, id, old: nil, new: content.rows.current[id])
      return .changes(1, lastID: id)
    }
  }

  /// Changes a row, as anybody may; the number of rows that had the key.
  @discardableResult
  func update(_ key: Value, _ body: (inout [Value]) -> Void) -> Int { content.update(key, body) }

  @discardableResult
  func delete(_ key: Value) -> Int { content.delete(key) }

  static func change(_ kind: RowChange.Kind, _ id: Int64, old: [Value]?, new: [Value]?) -> RowChange {
    var cells: [ChangedCell] = []
    for column in 0..<3 where old?[column] != new?[column] {
      cells.append(ChangedCell(column: column, old: old?[column], new: new?[column]))
    }
    var newKey: RowKey?
    if let new, case .int(let newID) = new[0], newID != id { newKey = RowKey(newID) }
    return RowChange(kind: kind, layout: layout, key: RowKey(id), newKey: newKey, cells: cells)
  }
}

/// The rows of a fake table, and who is told of their changes.
final class FakeRows: Sendable {
  let rows = Shared<[Int64: [Value]]>([:])
  let source: ScriptedChangeSource?
  /// True where each change of a row is told, as by hooks: before the statement returns.
  let isTold = Shared(false)
  /// Called when rows were read, before they are given out.
  let wasRead = Shared<(@Sendable () -> Void)?>(nil)

  init(source: ScriptedChangeSource?) { self.source = source }

  func read(_ isWanted: (Value) -> Bool) -> FakeReply {
    let found = rows.current.values.filter { isWanted($0[0]) || isWanted(.text("\($0[0])")) }
      .sorted { "\($0[0])" < "\($1[0])" }
    wasRead.current?()
    return .rows(["id", "name", "age"], found)
  }

  // MARK: Changes

  /// Changes a row, as anybody may; the number of rows that had the key.
  @discardableResult
  func update(_ key: Value, _ body: (inout [Value]) -> Void) -> Int {
    guard case .int(let id) = key, let old = rows.current[id] else { return 0 }
    var new = old
    body(&new)
    guard case .int(let newID) = new[0] else { return 0 }
    rows.with {
      $0[id] = nil
      $0[newID] = new
    }
    tell(.update, id, old: old, new: new)
    return 1
  }

  @discardableResult
  func delete(_ key: Value) -> Int {
    guard case .int(let id) = key, let old = rows.with({ $0.removeValue(forKey: id) }) else { return 0 }
    tell(.delete, id, old: old, new: nil)
    return 1
  }

  func tell(_ kind: RowChange.Kind, _ id: Int64, old: [Value]?, new: [Value]?) {
    guard isTold.current else { return }
    source?.publish([FakeTable.change(kind, id, old: old, new: new)], origin: .governor)
  }
}

extension ScriptedChangeSource {
  func publish(_ rows: [RowChange], origin: ChangeOrigin = .elsewhere) { tell(ChangeBatch(origin: origin, rows: rows)) }
  func publish(unknown: UnknownTables) { tell(ChangeBatch(origin: .elsewhere, unknown: unknown)) }
}

extension Governor {
  /// The table, as what it is.
  func genres() throws -> GovernedTable {
    guard let table = try table("genre") as? GovernedTable else { throw CancellationError() }
    return table
  }
}
