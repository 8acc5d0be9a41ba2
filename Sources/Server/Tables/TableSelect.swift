import ORDA

/// The statement that reads one page of a table.
///
/// A page begins after a row and not after a number of rows: the condition on the key lets the database go there by its index, so
/// that page 10,000 costs what the first one costs, and rows that come or go elsewhere shift nothing.
struct TableSelect: Sendable {
  let table: TableShape
  let request: TableRequest
  let kind: DatabaseKind
  /// How much of a text is shown.
  let longest: Int
  /// True where all of it is read nevertheless, and cut by whoever reads the rows.
  var readsAll = false

  /// Where the result has the key's values, and the value that the rows are sorted by.
  var keyPlaces: Range<Int> { table.columns.count..<table.columns.count + table.keyNames.count }
  var sortPlace: Int? { request.sort == nil || table.keyNames.isEmpty ? nil : keyPlaces.upperBound }
  /// Where it has a row's place in the order of the page.
  var orderPlaces: [Int] { (sortPlace.map { [$0] } ?? []) + keyPlaces }
  /// The names of the result's columns that a row is known by.
  var keyColumns: [String] { table.keyNames.indices.map { "orda_k\($0)" } }

  /// True where the rows are counted from the first one, because nothing tells them apart.
  var isByOffset: Bool {
    if table.keyNames.isEmpty { return true }
    if case .row = request.start { return true }
    return false
  }

  /// True where the page is read from its end.
  var isBackward: Bool { if case .before = request.start { true } else { false } }

  /// One row more than the page has tells whether there is a next page.
  var limit: Int { request.rows + 1 }

  private var source: SQL { table.source }
  private func column(_ name: String) -> SQL { table.sql(name) }

  /// A column's value, as much of it as is read.
  func beginning(of column: TableShape.Column) -> SQL {
    let name = self.column(column.name)
    // One character more tells that there is more.
    return readsAll ? name : kind.beginning(of: column, name, longest + 1)
  }

  /// What the rows are ordered by, each with its direction.
  private var order: [(name: String, isDescending: Bool)] {
    // The key goes the same way, so that one comparison of rows finds the place.
    let keys = table.keyNames.filter { $0 != request.sort?.column }
    let isDescending = request.sort?.isDescending ?? false
    return (request.sort.map { [$0.column] } ?? []).map { ($0, isDescending) } + keys.map { ($0, isDescending) }
  }

  /// What is read: the columns that are shown, those of the key, and the one that the rows are sorted by.
  private var head: SQL {
    let sort = sortPlace == nil ? nil : request.sort?.column
    return table.texts.text(.columns(reading: readsAll ? nil : longest, sortedBy: sort)) {
      let shown = table.columns.enumerated().map { place, column -> SQL in
        "\(beginning(of: column)) AS \(raw: "orda_c\(place)")"
      }
      let keys = table.keyNames.enumerated().map { place, key -> SQL in
        "\(column(key)) AS \(raw: "orda_k\(place)")"
      }
      let sorted = sort.map { "\(column($0)) AS orda_s" as SQL }
      return "SELECT \((shown + keys + (sorted.map { [$0] } ?? [])).joined(separator: ", ")) FROM \(source)"
    }
  }

  /// In which order, and how many.
  private var tail: SQL {
    table.texts.text(.order(request.sort, isBackward: isBackward, limit: limit)) {
      let terms = order.map { term -> SQL in
        term.isDescending != isBackward ? "\(column(term.name)) DESC" : "\(column(term.name))"
      }
      let order: SQL = terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))"
      return "\(order) LIMIT \(raw: String(limit))"
    }
  }

  /// The statement.
  var sql: SQL {
    var sql = head
    let conditions = filters + place
    if !conditions.isEmpty {
      sql += " WHERE "
      sql += conditions.count == 1 ? conditions[0] : conditions.joined(separator: " AND ")
    }
    sql += tail
    if case .row(let number) = request.start, number > 0 { sql += " OFFSET \(raw: String(number))" }
    guard isBackward else { return sql }
    // The rows before a place are read from there backwards, and shown forwards.
    let again = order.map { term -> SQL in
      let name: SQL =
        if term.name == request.sort?.column, sortPlace != nil {
          "orda_s"
        } else {
          "\(raw: "orda_k\(table.keyNames.firstIndex(of: term.name) ?? 0)")"
        }
      return term.isDescending ? "\(name) DESC" : name
    }
    return "SELECT * FROM (\(sql)) AS orda_p ORDER BY \(again.joined(separator: ", "))"
  }

  /// The statement that counts all rows that the filters let through.
  var count: SQL {
    filters.isEmpty
      ? "SELECT COUNT(*) FROM \(source)" : "SELECT COUNT(*) FROM \(source) WHERE \(filters.joined(separator: " AND "))"
  }

  /// The statement for a facet: a column's values, each with how many rows have it.
  func facet(_ name: String) -> SQL {
    let condition: SQL = filters.isEmpty ? "" : " WHERE \(filters.joined(separator: " AND "))"
    return """
      SELECT \(column(name)), COUNT(*) AS orda_n FROM \(source)\(condition) \
      GROUP BY \(column(name)) ORDER BY orda_n DESC, \(column(name)) LIMIT 21
      """
  }

  /// The statement for all rows that the filters let through, whole and in order.
  var export: SQL {
    var sql: SQL = "SELECT \(table.columns.map { column($0.name) }.joined(separator: ", ")) FROM \(source)"
    if !filters.isEmpty { sql += " WHERE \(filters.joined(separator: " AND "))" }
    guard !order.isEmpty else { return sql }
    let terms = order.map { $0.isDescending ? "\(column($0.name)) DESC" as SQL : column($0.name) }
    return sql + " ORDER BY \(terms.joined(separator: ", "))"
  }

  // MARK: Conditions

  private var filters: [SQL] {
    var conditions = request.filters.map(condition)
    if !request.search.isEmpty {
      let searched = table.columns.filter { $0.kind != .bytes }.prefix(20)
      let terms = searched.map { contains($0.name, "%" + Self.escaped(request.search) + "%") }
      if !terms.isEmpty { conditions.append("(\(terms.joined(separator: " OR ")))") }
    }
    return conditions
  }

  private func condition(_ filter: Filter) -> SQL {
    let kind = table.column(filter.column)?.kind ?? .number
    let name = column(filter.column)
    switch filter.comparison {
    case .isNull: return "\(name) IS NULL"
    case .isNotNull: return "\(name) IS NOT NULL"
    case .contains: return contains(filter.column, "%" + Self.escaped(filter.value) + "%")
    case .begins: return contains(filter.column, Self.escaped(filter.value) + "%")
    case .equal, .different, .less, .atMost, .greater, .atLeast:
      let sign = filter.comparison.sign.map { "\($0)" } ?? " = "
      return "\(name)\(raw: sign)\(ValueText.value(filter.value, kind))"
    }
  }

  private func contains(_ name: String, _ pattern: String) -> SQL {
    "\(kind.text(column(name)))\(kind.like)\(pattern) ESCAPE '!'"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      if character == "%" || character == "_" || character == "!" { escaped += "!" }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }

  // MARK: The place of the page

  private var place: [SQL] {
    switch request.start {
    case .first, .row: []
    case .after(let values): beyond(values, isForward: true).map { [$0] } ?? []
    case .before(let values): beyond(values, isForward: false).map { [$0] } ?? []
    }
  }

  /// The condition that a row lies beyond another one, in the order of the page.
  private func beyond(_ values: [Value], isForward: Bool) -> SQL? {
    guard let sort = request.sort else {
      return compare(Array(zip(table.keyNames, values)), isGreater: isForward)
    }
    guard let sorted = values.first else { return nil }
    let isGreater = sort.isDescending != isForward
    let name = column(sort.column)
    let keys = Array(zip(table.keyNames, values.dropFirst())).filter { $0.0 != sort.column }
    let beyondKeys = compare(keys, isGreater: isGreater)
    // NULLs lie all together at one end, which a comparison does not reach.
    let nullsLieBeyond = kind.sortsNullsFirst != isGreater
    if sorted.isNull {
      let among: SQL? = beyondKeys.map { "(\(name) IS NULL AND \($0))" }
      if nullsLieBeyond { return among ?? "1 = 0" }
      return among.map { "(\($0) OR \(name) IS NOT NULL)" } ?? "\(name) IS NOT NULL"
    }
    let compared = compare([(sort.column, sorted)] + keys, isGreater: isGreater) ?? "1 = 0"
    let isNullable = table.column(sort.column)?.isNullable ?? false
    return nullsLieBeyond && isNullable ? "(\(compared) OR \(name) IS NULL)" : compared
  }

  /// `(a, b) > (?, ?)`, in the form that the database uses an index for.
  private func compare(_ terms: [(name: String, value: Value)], isGreater: Bool) -> SQL? {
    guard let last = terms.last else { return nil }
    let sign: SQL = isGreater ? ">" : "<"
    if terms.count == 1 { return "\(column(last.name)) \(sign) \(last.value)" }
    if kind.seeksByRows {
      let names = terms.map { column($0.name) }.joined(separator: ", ")
      let values = terms.map { "\($0.value)" as SQL }.joined(separator: ", ")
      return "(\(names)) \(sign) (\(values))"
    }
    let alternatives = terms.indices.map { place -> SQL in
      let equal = terms[..<place].map { "\(column($0.name)) = \($0.value)" as SQL }
      let beyond: SQL = "\(column(terms[place].name)) \(sign) \(terms[place].value)"
      return "(\((equal + [beyond]).joined(separator: " AND ")))"
    }
    return "(\(alternatives.joined(separator: " OR ")))"
  }
}
