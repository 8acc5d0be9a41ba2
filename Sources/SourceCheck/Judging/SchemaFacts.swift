import ORDA

/// What a database says about its tables, each asked for once.
final class SchemaFacts {
  /// The names of tables and views.
  let names: [String]
  private let describe: (TableName) throws -> TableDescription?
  private var known: [TableName: TableDescription?] = [:]

  init(names: [String], describe: @escaping (TableName) throws -> TableDescription?) {
    self.names = names
    self.describe = describe
  }

  /// What is known without a database.
  convenience init(_ tables: [TableDescription]) {
    self.init(names: tables.map(\.name.name)) { name in
      tables.first { $0.name.name.lowercased() == name.name.lowercased() }
    }
  }

  func table(_ name: String, schema: String? = nil) throws -> TableDescription? {
    let name = TableName(schema: schema, name: name)
    if let table = known[name] { return table }
    let table = try describe(name)
    known[name] = table
    return table
  }

  /// The names of everything that is not a table, in small letters: what is read from a view has met its conditions.
  private(set) lazy var views = Set(
    names.filter { name in
      // What can't be described is not taken for a table.
      (try? table(name)?.kind == .table) != true
    }.map { $0.lowercased() })

  /// The tables and views that a statement names.
  func tables(in tokens: StatementTokens) throws -> [TableDescription] {
    let words = Set(tokens.pieces.compactMap(\.name))
    return try names.filter { words.contains($0.lowercased()) }.compactMap { try table($0) }
  }
}
