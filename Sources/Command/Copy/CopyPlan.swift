import ORDA
import ORDAImport

/// What to copy, in order, and which parts can't be copied.
struct CopyPlan {
  private(set) var tables: [CopyTable] = []
  /// What is different in the target, or missing there.
  private(set) var notes: [String] = []
  /// The tables to drop first.
  private(set) var replaced: [String] = []
  /// The views, created after everything else.
  private(set) var views = CopyViews()

  /// Inspects both databases, and changes neither.
  ///
  /// - Parameter origin: A transaction that sees the source at one moment.
  /// - Throws: ``CopyFailure``, `DatabaseError`, ``Interrupted``.
  init(
    of origin: Transaction, in source: any Governor, to target: any Governor, _ options: CopyOptions,
    _ progress: CopyProgress
  ) throws {
    let found = try choose(from: origin, options.tables)
    let descriptions = found.filter { $0.kind == .table }.sortedByReferences()
    var existing: [String: TableDescription] = [:]
    for description in descriptions {
      existing[description.name.name] = try target.describe(TableName(name: description.name.name))
    }
    try check(descriptions.map(\.name.name).filter { existing[$0] != nil }, existing, descriptions, options)
    if options.existing == .replaced {
      replaced = descriptions.map(\.name.name).filter { existing[$0] != nil }
      existing = [:]
    }
    if options.copiesRows {
      tables = try descriptions.map { description in
        let count = try origin.first(Int.self, "SELECT COUNT(*) FROM \(identifier: description.name.name)") ?? 0
        return CopyTable(description: description, count: count)
      }
    } else {
      tables = descriptions.map { CopyTable(description: $0) }
    }
    try translate(origin, source.language, target, existing, progress)
    for index in tables.indices {
      if let found = existing[tables[index].name] {
        try match(&tables[index], to: found, source.language, target.language)
      } else {
        tables[index].mapColumns(isSameDriver: source.driverName == target.driverName, target.schemaDialect.limits)
      }
    }
    notes += tables.flatMap { $0.translation?.notes ?? [] }
    if options.makesTables {
      views = try CopyViews(
        of: DatabaseDescription(tables: found), from: source.language, to: target,
        replaces: options.existing == .replaced)
    }
    notes += views.notes
  }

  /// How many rows there are.
  var count: Int { tables.reduce(0) { $0 + $1.count } }

  // MARK: Tables

  private mutating func choose(from origin: Transaction, _ names: [String]) throws -> [TableDescription] {
    let all = try origin.tables()
    if names.isEmpty {
      let found = try all.filter { !UnfinishedTables.isNote($0.name) }.compactMap { try origin.describe($0) }
      for table in found where table.kind == .virtual {
        notes.append("\(table.name.name): the virtual table is not copied")
      }
      return found
    }
    var chosen: [TableDescription] = []
    for name in names {
      guard let table = try origin.describe(TableName(name: name)) else {
        let near = nearestName(to: name, among: all.map(\.name)).map { "; did you mean \($0)?" } ?? ""
        throw DatabaseError(.noSuchTable, "the source has no table called \(name)\(near)", table: name)
      }
      guard table.kind == .table else {
        throw CopyFailure("\(name) is a \(table.kind.rawValue), and only tables are copied")
      }
      if !chosen.contains(where: { $0.name == table.name }) { chosen.append(table) }
    }
    return chosen
  }

  private func check(
    _ there: [String], _ existing: [String: TableDescription], _ tables: [TableDescription], _ options: CopyOptions
  ) throws {
    if options.existing == .refused, let first = there.first {
      let list = there.joined(separator: ", ")
      throw CopyFailure(
        "the target has \(there.count == 1 ? "a table called \(first)" : "tables called \(list)") already; "
          + "--into-existing puts the rows into what is there, --replace drops it first")
    }
    for name in there where existing[name]?.kind != .table {
      throw CopyFailure("\(name) is a \(existing[name]?.kind.rawValue ?? "") in the target, and no table")
    }
    if !options.makesTables, let missing = tables.first(where: { existing[$0.name.name] == nil }) {
      throw DatabaseError(.noSuchTable, "the target has no table called \(missing.name.name)", table: missing.name.name)
    }
  }

  // MARK: Translation

  private mutating func translate(
    _ origin: Transaction, _ source: DatabaseLanguage, _ target: any Governor,
    _ existing: [String: TableDescription], _ progress: CopyProgress
  ) throws {
    let places = tables.indices.filter { existing[tables[$0].name] == nil }
    let language = target.language
    let looks = places.map { TableContents(tables[$0].description, from: source, to: language) }
    let total = zip(places, looks).reduce(0) { $1.1.isEmpty ? $0 : $0 + tables[$1.0].count }
    if total > 0 { progress.begin("looking", total: total) }
    var translations = try zip(places, looks).map { place, look in
      let contents = look.isEmpty ? [:] : try look.read(from: origin, progress)
      return TableTranslation(tables[place].description, from: source, to: language, contents: contents)
    }
    progress.finish()
    let copied = Set(tables.map(\.name))
    for index in translations.indices {
      for key in translations[index].definition.foreignKeys.indices.reversed() {
        let name = translations[index].definition.foreignKeys[key].referencedTable.name
        guard !copied.contains(name), try target.describe(TableName(name: name)) == nil else { continue }
        guard translations[index].text == nil else {
          throw CopyFailure(
            "\(translations[index].definition.name.name) refers to \(name), which is neither copied nor in the target; "
              + "name it too")
        }
        translations[index].removeForeignKey(at: key, because: "\(name) is neither copied nor in the target")
      }
    }
    let dialect = language.schemaDialect
    TableTranslation.align(&translations, in: dialect, taken: dialect.sharesIndexNames ? try names(in: target) : [])
    for (place, translation) in zip(places, translations) { tables[place].translation = translation }
  }

  /// The names that indexes of the target can't have.
  private func names(in target: any Governor) throws -> Set<String> {
    var names: Set<String> = []
    for name in try target.tables() where !replaced.contains(name.name) {
      names.insert(name.name)
      names.formUnion(try target.describe(name)?.indexes.map(\.name) ?? [])
    }
    return names
  }

  /// Finds the columns of an existing table.
  private func match(
    _ table: inout CopyTable, to found: TableDescription, _ source: DatabaseLanguage, _ target: DatabaseLanguage
  ) throws {
    table.foreignKeys = found.foreignKeys
    for column in table.description.columns where column.generated == .none {
      guard let other = found.column(named: column.name) else {
        throw DatabaseError(
          .noSuchColumn, "the target's table \(table.name) has no column called \(column.name)", table: table.name)
      }
      guard other.generated == .none else { continue }
      let type = Self.type(of: column, in: table.description, source, into: other, in: found, target)
      table.columns.append(
        CopyColumn(
          source: column.name, target: other.name, type: type, limits: target.schemaDialect.limits))
    }
  }
}

extension CopyPlan {
  /// How an existing column of the target changes the source's values.
  private static func type(
    of column: ColumnDescription, in table: TableDescription, _ source: DatabaseLanguage,
    into other: ColumnDescription, in found: TableDescription, _ target: DatabaseLanguage
  ) -> ColumnType {
    if source.driverName == target.driverName { return .other("") }
    let type = target.schemaDialect.type(of: other, in: found)
    guard case .other = type else { return type }
    // An unknown type: the source's own dialect may know it.
    return source.schemaDialect.type(of: column, in: table)
  }
}

extension CopyTable {
  /// The columns of a created table: those that the target does not compute.
  fileprivate mutating func mapColumns(isSameDriver: Bool, _ limits: SchemaLimits) {
    guard let definition = translation?.definition else { return }
    foreignKeys = definition.foreignKeys
    columns = definition.columns.filter { $0.generated == .none }.map { column in
      CopyColumn(
        source: column.name, target: column.name, type: isSameDriver ? .other("") : column.type, limits: limits)
    }
  }
}
