internal import Foundation
internal import ORDA

/// Changes a database of the first ODB to the current layout.
///
/// The new table is made and filled under another name, and renamed by one statement. If the program is killed before
/// that, the database is as it was, and the next try starts again. If it is killed after that, whoever opens the
/// database next completes the migration: this drops the first ODB's tables, and then makes the state's.
struct Migration {
  private static let temporary = TableNames(prefix: "odb_migrating")
  /// How many of a table's values are read at a time.
  private static let page = 500

  private let db: any Governor
  private var insertion: NodeInsertion
  /// Writes a path as text.
  private let text: ([String]) -> String
  private var report = ODBMigrationReport()
  private var nextID: Int64 = 2

  /// Migrates the database; returns an empty report if it was already migrated.
  static func run(
    _ db: any Governor, _ names: TableNames, text: @escaping ([String]) -> String
  ) throws -> ODBMigrationReport {
    guard try Layout.look(db, names) == .original else { return .nothing }
    let new = TableName(name: temporary.nodes)
    try db.drop(table: new, ifExists: true)
    try db.create(Layout.nodes(temporary), ifMissing: false)
    try Layout.insertRoot(db, temporary)
    let report = try db.transaction { _ in
      var migration = try Migration(db, text)
      try migration.fill()
      return migration.report
    }
    try db.rename(table: new, to: names.nodes)
    _ = try Layout.prepare(db, names)
    return report
  }

  private init(_ db: any Governor, _ text: @escaping ([String]) -> String) throws {
    self.db = db
    self.text = text
    insertion = NodeInsertion(try NodeInsert(db, Self.temporary))
  }

  /// A table to migrate.
  private struct Source {
    let id: Int64
    let new: Int64
    let path: [String]
  }

  private mutating func fill() throws {
    var tables = try tablesByParent()
    var sources = [Source(id: OriginalLayout.root, new: Node.root, path: [])]
    var reached: Set<Int64> = [OriginalLayout.root]
    while let source = sources.popLast() {
      let subtables = tables.removeValue(forKey: source.id) ?? []
      for table in subtables { reached.insert(table.id) }
      sources.append(contentsOf: try change(source, subtables))
    }
    try reportOrphans(tables, reached)
    try insertion.finish()
  }

  private func tablesByParent() throws -> [Int64: [OriginalNames.Object]] {
    var tables: [Int64: [OriginalNames.Object]] = [:]
    try db.forEach("SELECT id, parent_id, name FROM odb_tables ORDER BY id") { row in
      let object = OriginalNames.Object(id: try row.get(0), name: try row.get(2), isTable: true)
      tables[try row.get(1), default: []].append(object)
    }
    return tables
  }

  /// Migrates what a table contains; returns its subtables, which come next.
  private mutating func change(_ source: Source, _ subtables: [OriginalNames.Object]) throws -> [Source] {
    var objects = subtables
    try db.forEach("SELECT id, name FROM odb_values WHERE odb_table_id = ?", source.id) { row in
      objects.append(OriginalNames.Object(id: try row.get(0), name: try row.get(1), isTable: false))
    }
    let chosen = OriginalNames(objects)
    for object in chosen.duplicates {
      report.dropped.append(.init(path: text(source.path + [object.name]), isTable: object.isTable, reason: .duplicate))
    }
    var next: [Source] = []
    var values: [Int64: NodeName] = [:]
    for (object, name) in chosen.kept {
      if !name.text.utf8.elementsEqual(object.name.utf8) {
        report.renamed.append(.init(path: text(source.path + [object.name]), name: name.text))
      }
      if object.isTable {
        let row = NodeRow(id: newID(), parent: source.new, name: name)
        try insertion.add(row)
        report.tables += 1
        next.append(Source(id: object.id, new: row.id, path: source.path + [object.name]))
      } else {
        values[object.id] = name
      }
    }
    try copyValues(of: source, values)
    return next
  }

  private mutating func copyValues(of source: Source, _ names: [Int64: NodeName]) throws {
    var last = Int64.min
    while true {
      // Pages, since not every database can read and write on one connection at the same time.
      var page: [NodeRow] = []
      var count = 0
      try db.forEach(
        """
        SELECT id, primitive_type, application_type, value FROM odb_values WHERE odb_table_id = ? AND id > ? \
        ORDER BY id LIMIT \(Self.page)
        """, source.id, last
      ) { row in
        count += 1
        last = try row.get(0, as: Int64.self)
        guard let name = names[last] else { return }
        let new = Self.row(
          id: newID(), parent: source.new, name: name, kind: try row.get(1), type: try row.get(2), value: try row.get(3)
        )
        if !new.isReadable { report.unreadable.append(text(source.path + [name.text])) }
        page.append(new.row)
      }
      report.values += page.count
      for row in page { try insertion.add(row) }
      if count < Self.page { return }
    }
  }

  private static func row(
    id: Int64, parent: Int64, name: NodeName, kind: Int, type: String?, value: Value
  ) -> (row: NodeRow, isReadable: Bool) {
    if let content = OriginalLayout.value(ofKind: kind, value) {
      return (NodeRow(id: id, parent: parent, name: name, ODBValue(content, applicationType: type)), true)
    }
    var row = NodeRow(id: id, parent: parent, name: name)
    // A value of the kind of tables would become one.
    row.kind = kind == NodeRow.table ? -1 : kind
    row.applicationType = type
    switch value {
    case .int(let number): row.integer = number
    case .double(let number): row.double = number
    case .text(let text): row.text = text
    case .bytes(let bytes): row.bytes = Data(bytes)
    default: break
    }
    return (row, false)
  }

  /// Reports what was in no known table; the contents of a duplicate were left behind with it.
  private mutating func reportOrphans(_ tables: [Int64: [OriginalNames.Object]], _ reached: Set<Int64>) throws {
    var known = reached
    var rest = reached.compactMap { tables[$0] }.flatMap { $0 }
    while let next = rest.popLast() {
      if known.insert(next.id).inserted { rest.append(contentsOf: tables[next.id] ?? []) }
    }
    for table in tables.values.flatMap({ $0 }).sorted(by: { $0.id < $1.id }) where !known.contains(table.id) {
      report.dropped.append(.init(path: text([table.name]), isTable: true, reason: .orphan))
    }
    var lost: [String] = []
    try db.forEach("SELECT odb_table_id, name FROM odb_values ORDER BY id") { row in
      if !known.contains(try row.get(0)) { lost.append(try row.get(1)) }
    }
    for name in lost { report.dropped.append(.init(path: text([name]), isTable: false, reason: .orphan)) }
  }

  private mutating func newID() -> Int64 {
    defer { nextID += 1 }
    return nextID
  }
}
