import ORDA

/// A table: what it is declared as, its rows, and for each of its keys the values that are there.
struct Table: Sendable {
  /// Columns that hold no combination of values twice; one with a NULL in it never counts as the same.
  struct Key: Sendable {
    var name: String?
    var columns: [String]
    var isPrimary = false
    /// Where the columns stand in a row.
    var places: [Int] = []
    /// The values that are there.
    var known: Set<[Value]> = []

    /// A row's values; nil where one of them is NULL.
    func values(of row: [Value]) -> [Value]? {
      let values = places.map { row[$0] }
      return values.contains(where: \.isNull) ? nil : values
    }
  }

  /// What programs are told of it.
  private(set) var description: TableDescription
  /// A row of which nothing is given.
  let defaults: [Value]
  private let types: [ColumnType]
  private var keys: [Key]
  private(set) var rows: [[Value]] = []
  private var nextKey: Int64 = 1

  var name: String { description.name.name }
  var columns: [ColumnDescription] { description.columns }

  init(_ name: String, columns: [ColumnDescription], defaults: [Value], keys: [Key]) throws {
    self.defaults = defaults
    self.keys = keys
    types = columns.map(StandardSchemaDialect().type)
    let unique = keys.filter { !$0.isPrimary }.map { UniqueConstraint(name: $0.name, columns: $0.columns) }
    description = TableDescription(
      name: TableName(name: name), attributes: .strict, columns: columns, uniqueConstraints: unique)
    guard Set(columns.map(\.name)).count == columns.count, keys.count(where: \.isPrimary) <= 1 else {
      throw DatabaseError(.syntax, "a column or the primary key is declared twice", table: name)
    }
    for (index, key) in keys.enumerated() {
      self.keys[index].places = try key.columns.map(place)
      guard key.isPrimary else { continue }
      description.primaryKey = key.columns
      for (position, place) in self.keys[index].places.enumerated() {
        description.columns[place].primaryKeyPosition = position + 1
        description.columns[place].isNullable = false
      }
    }
  }

  /// Where a column that must be there stands in a row.
  func place(of column: String) throws -> Int {
    if let place = columns.firstIndex(where: { $0.name == column }) { return place }
    let hint = nearestName(to: column, among: columns.map(\.name)).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(
      .noSuchColumn, "the table \(name) has no column \(column)\(hint)", table: name, column: column)
  }

  // MARK: Rows

  /// Puts a key into a row that was given none, and counts on from one that was given.
  ///
  /// - Returns: The key that was made; nil where none was.
  mutating func makeKey(in row: inout [Value]) -> Int64? {
    guard let place = columns.firstIndex(where: \.isAutoIncrement) else { return nil }
    let made = row[place].isNull ? nextKey : nil
    if let made { row[place] = .int(made) }
    if case .int(let key) = row[place], key >= nextKey { nextKey = key == .max ? key : key + 1 }
    return made
  }

  /// Adds rows, or none of them where one is refused. It does so in place, for many rows come one by one.
  mutating func insert(_ rows: [[Value]]) throws {
    let count = self.rows.count
    do {
      for row in rows { try insert(row) }
    } catch {
      remove(at: Set(count..<self.rows.count))
      throw error
    }
  }

  private mutating func insert(_ row: [Value]) throws {
    let row = try stored(row)
    let values = keys.map { $0.values(of: row) }
    for (key, values) in zip(keys, values) {
      if let values, key.known.contains(values) { throw duplicate(key) }
    }
    for (index, values) in values.enumerated() {
      if let values { keys[index].known.insert(values) }
    }
    rows.append(row)
  }

  mutating func remove(at places: Set<Int>) {
    for index in keys.indices {
      for place in places {
        if let values = keys[index].values(of: rows[place]) { keys[index].known.remove(values) }
      }
    }
    rows = rows.indices.filter { !places.contains($0) }.map { rows[$0] }
  }

  /// A row with each value in the form that its column's type gives it.
  private func stored(_ row: [Value]) throws -> [Value] {
    try columns.indices.map { place in
      let (value, column) = (row[place], columns[place])
      // The error of a conversion may show the value, which no message of a driver should.
      if let stored = try? types[place].value(from: value), column.isNullable || !stored.isNull { return stored }
      throw DatabaseError(
        .constraint(value.isNull ? .notNull : .dataType),
        "the column \(column.name) is \(column.declaredType) and takes no such \(value.typeName)",
        table: name, column: column.name)
    }
  }

  private func duplicate(_ key: Key) -> DatabaseError {
    let columns = key.columns.joined(separator: ", ")
    return DatabaseError(
      .constraint(key.isPrimary ? .primaryKey : .unique), "the table \(name) has a row with the same \(columns)",
      table: name, column: columns, constraint: key.name)
  }
}
