/// Compares the tables and views of two databases.
struct SchemaComparison {
  let language: DatabaseLanguage

  /// When a difference's statements run: nothing is dropped that something still needs, and nothing made before what it
  /// needs.
  enum Turn: Int {
    case droppedViews, droppedReferences, droppedIndexes, newTables, columns, keys, droppedColumns, references
    case droppedTables, newViews
  }

  /// A difference, and when its statements run.
  typealias Turned = (turn: Turn, difference: SchemaDifference)

  func differences(of actual: DatabaseDescription, from wanted: DatabaseDescription) -> [SchemaDifference] {
    var turned: [Turned] = []
    var rest = actual.tables
    var missing: [TableDescription] = []
    for table in wanted.tables {
      guard let found = Self.take(table.name.name, from: &rest) else {
        missing.append(table)
        continue
      }
      turned += differences(of: found, from: table)
    }
    turned += missing.filter { $0.kind != .view }.sortedByReferences().map { added($0) }
    turned += missing.filter { $0.kind == .view }.map { added($0) }
    turned += rest.filter { $0.kind == .view }.map { dropped($0) }
    turned += rest.filter { $0.kind != .view }.sortedByReferences().reversed().map { dropped($0) }
    let texts = Dictionary(
      wanted.tables.filter { $0.kind == .view }.map { ($0.name.name, $0.sql ?? "") },
      uniquingKeysWith: { first, _ in first })
    return Self.inTurn(turned, views: ViewOrder(texts, language.dialect).names)
  }

  /// By turn, and views after those that they read; the rest in the given order, by tables.
  private static func inTurn(_ turned: [Turned], views: [String]) -> [SchemaDifference] {
    let places = Dictionary(views.enumerated().map { (SQLName($1), $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ item: Turned) -> Int {
      item.turn == .newViews ? places[SQLName(item.difference.table)] ?? 0 : 0
    }
    return turned.enumerated().sorted { first, second in
      (first.element.turn.rawValue, place(first.element), first.offset)
        < (second.element.turn.rawValue, place(second.element), second.offset)
    }.map(\.element.difference)
  }

  /// Removes the table with a name from a list; one whose name differs in case only if there is no other.
  private static func take(_ name: String, from tables: inout [TableDescription]) -> TableDescription? {
    let folded = asciiLowercased(name)
    let place =
      tables.firstIndex { $0.name.name.hasSameBytes(as: name) }
      ?? tables.firstIndex { asciiLowercased($0.name.name) == folded }
    return place.map { tables.remove(at: $0) }
  }

  private func differences(of actual: TableDescription, from wanted: TableDescription) -> [Turned] {
    if (actual.kind == .table) != (wanted.kind == .table) || actual.kind != wanted.kind {
      return [dropped(actual), added(wanted)]
    }
    switch actual.kind {
    case .table, .system:
      return TableComparison(actual: actual, wanted: wanted, language: language).differences()
    case .view, .virtual: return differencesOfTexts(actual, wanted)
    }
  }

  /// For views and virtual tables the text says everything.
  private func differencesOfTexts(_ actual: TableDescription, _ wanted: TableDescription) -> [Turned] {
    let isView = actual.kind == .view
    let texts = [actual, wanted].map { table in
      table.sql.map { isView ? ComparableSQL(view: $0, language.dialect) : ComparableSQL($0, language.dialect) }
    }
    let isSame =
      texts.contains(nil)
      ? actual.columns.map(\.name) == wanted.columns.map(\.name)
      : texts[0] == texts[1]
        && actual.columns.map { asciiLowercased($0.name) } == wanted.columns.map { asciiLowercased($0.name) }
    if isSame { return [] }
    let statements = dropping(actual) + creating(wanted)
    return [
      (
        isView ? .newViews : .newTables,
        SchemaDifference(
          table: actual.name.name, part: isView ? .view : .table, kind: .different,
          words: "the \(Self.word(actual)) should be another one", statements: statements)
      )
    ]
  }

  // MARK: Whole tables

  private func added(_ table: TableDescription) -> Turned {
    let isView = table.kind == .view
    var difference = SchemaDifference(
      table: table.name.name, part: isView ? .view : .table, kind: .missing,
      words: "the \(Self.word(table)) is missing",
      statements: creating(table))
    if difference.statements.isEmpty { difference.obstacle = "the other database does not tell the text that makes it" }
    return (isView ? .newViews : .newTables, difference)
  }

  private func dropped(_ table: TableDescription) -> Turned {
    let isView = table.kind == .view
    return (
      isView ? .droppedViews : .droppedTables,
      SchemaDifference(
        table: table.name.name, part: isView ? .view : .table, kind: .extra,
        words: "the \(Self.word(table)) should not be there", statements: dropping(table))
    )
  }

  private static func word(_ table: TableDescription) -> String {
    switch table.kind {
    case .view: "view"
    case .virtual: "virtual table"
    case .table, .system: "table"
    }
  }

  private func dropping(_ table: TableDescription) -> [String] {
    let sql: SQL = "DROP \(raw: table.kind == .view ? "VIEW" : "TABLE") \(identifier: table.name.name)"
    return [sql.render(language.dialect)]
  }

  private func creating(_ table: TableDescription) -> [String] {
    if table.kind != .table { return table.sql.map { [$0] } ?? [] }
    let translation = TableTranslation(table, from: language, to: language)
    return (try? translation.statements(in: language.schemaDialect))?.map { $0.render(language.dialect) } ?? []
  }
}
