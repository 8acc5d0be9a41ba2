import ORDA

/// Which rows of a table are asked for, in which order: all that the address of a table's page says.
struct TableRequest: Sendable, Hashable {
  struct Sort: Sendable, Hashable {
    var column: String
    var isDescending: Bool
  }

  /// Where the page begins.
  enum Start: Sendable, Hashable {
    case first
    /// After a row, or before it: the value it is sorted by, if it is, and its key.
    case after([Value])
    case before([Value])
    /// After that many rows, where rows are known by nothing.
    case row(Int)
  }

  static let usualRows = 100
  static let mostRows = 10_000

  var filters: [Filter] = []
  var sort: Sort?
  var search = ""
  var rows = TableRequest.usualRows
  var start = Start.first
  var facets: [String] = []

  init() {}

  /// Reads the fields of an address.
  ///
  /// - Throws: ``Problem`` for what the table does not have, or what is no such address.
  init(_ fields: Fields, of table: TableShape) throws {
    let (columns, comparisons, values) = (fields.all("c"), fields.all("o"), fields.all("v"))
    for (place, column) in columns.enumerated() where !column.isEmpty {
      let name = comparisons.indices.contains(place) ? comparisons[place] : "eq"
      let value = values.indices.contains(place) ? values[place] : ""
      try add(column, name, value, table)
    }
    if let name = fields["sort"], !name.isEmpty {
      sort = Sort(column: try Self.known(name, table), isDescending: fields["desc"] != nil)
    }
    search = fields["q"] ?? ""
    if let text = fields["rows"] {
      guard let number = Int(text), 1...Self.mostRows ~= number else {
        throw Problem(.badRequest, "rows is a number from 1 to \(Self.mostRows).")
      }
      rows = number
    }
    facets = try fields.all("facet").filter { !$0.isEmpty }.prefix(5).map { try Self.known($0, table) }
    start = try Self.start(fields, table, isSorted: sort != nil)
  }

  /// Adds a condition.
  ///
  /// - Throws: ``Problem``.
  mutating func add(_ column: String, _ comparison: String, _ value: String, _ table: TableShape) throws {
    guard let comparison = Filter.Comparison(rawValue: comparison) else {
      let known = Filter.Comparison.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.badRequest, "There is no comparison \(comparison); there are \(known).")
    }
    filters.append(Filter(column: try Self.known(column, table), comparison: comparison, value: value))
  }

  private static func known(_ column: String, _ table: TableShape) throws -> String {
    if let column = table.column(column) { return column.name }
    if case .rowid(column) = table.identity { return column }
    throw Problem(.badRequest, "\(table.name.name) has no column \(column).", kind: "noSuchColumn")
  }

  private static func start(_ fields: Fields, _ table: TableShape, isSorted: Bool) throws -> Start {
    if let text = fields["from"] {
      guard let number = Int(text), 0...1_000_000_000 ~= number else {
        throw Problem(.badRequest, "from is a number of rows.")
      }
      return .row(number)
    }
    for (name, make) in [("after", Start.after), ("before", Start.before)] {
      guard let text = fields[name], !text.isEmpty else { continue }
      let count = table.keyNames.count
      guard let values = KeyText.values(text), count > 0, values.count == count + (isSorted ? 1 : 0) else {
        throw Problem(.badRequest, "\(name) is the place of a row, as a page's own links have it.")
      }
      return make(values)
    }
    return .first
  }

  /// The fields that this is read from.
  var fields: Fields {
    var fields = Fields()
    for filter in filters {
      fields.append("c", filter.column)
      fields.append("o", filter.comparison.rawValue)
      fields.append("v", filter.value)
    }
    if !search.isEmpty { fields.append("q", search) }
    if let sort {
      fields.append("sort", sort.column)
      if sort.isDescending { fields.append("desc", "1") }
    }
    if rows != Self.usualRows { fields.append("rows", String(rows)) }
    for facet in facets { fields.append("facet", facet) }
    switch start {
    case .first: break
    case .after(let values): fields.append("after", KeyText.encoded(values))
    case .before(let values): fields.append("before", KeyText.encoded(values))
    case .row(let number): if number > 0 { fields.append("from", String(number)) }
    }
    return fields
  }

  /// The same from another place.
  func starting(_ start: Start) -> TableRequest {
    var request = self
    request.start = start
    return request
  }
}
