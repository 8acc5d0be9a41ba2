import ORDA
import ORDAImport

/// All tables of a database at one moment, and who refers to whom.
struct Catalog: Sendable {
  /// A foreign key, seen from the table that it leads to.
  struct Incoming: Sendable {
    var table: TableName
    var key: ForeignKey
    /// The columns of the table that is referred to.
    var referenced: [String]
  }

  let tables: [TableShape]
  private let byName: [String: TableShape]
  private let incoming: [String: [Incoming]]

  init(_ description: DatabaseDescription, hasRowids: Bool, dialect: Dialect) {
    // What an import notes for the next one is nobody's table.
    tables = description.tables.filter { $0.kind != .system && !UnfinishedTables.isNote($0.name.name) }.map {
      TableShape($0, hasRowids: hasRowids, dialect: dialect)
    }
    byName = Dictionary(tables.map { ($0.name.name, $0) }, uniquingKeysWith: { first, _ in first })
    var incoming: [String: [Incoming]] = [:]
    for table in tables {
      for key in table.description.foreignKeys {
        let other = byName[key.referencedTable.name]
        let columns = key.referencedColumns.isEmpty ? other?.description.primaryKey ?? [] : key.referencedColumns
        guard columns.count == key.columns.count else { continue }
        incoming[key.referencedTable.name, default: []].append(
          Incoming(table: table.name, key: key, referenced: columns))
      }
    }
    self.incoming = incoming
  }

  func table(_ name: String) -> TableShape? { byName[name] }

  /// The foreign keys that lead to a table.
  func references(to table: TableShape) -> [Incoming] { incoming[table.name.name] ?? [] }

  /// Where a foreign key leads; nil where there is no such table, or its key has another number of columns.
  func target(of key: ForeignKey) -> (table: TableShape, columns: [String])? {
    guard let table = byName[key.referencedTable.name] else { return nil }
    let columns = key.referencedColumns.isEmpty ? table.description.primaryKey : key.referencedColumns
    return columns.count == key.columns.count ? (table, columns) : nil
  }
}
