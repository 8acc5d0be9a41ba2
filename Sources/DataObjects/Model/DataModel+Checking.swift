internal import ORDA

/// Whether a model fits a database.
extension DataModel {
  /// Compares the model with itself and with the database's tables.
  ///
  /// - Throws: ``DataModelError`` with everything that does not fit; `DatabaseError`.
  func check(against governor: any Governor) async throws {
    var problems = ownProblems()
    let names = try await governor.tables()
    var descriptions: [TableName: TableDescription] = [:]
    for table in Set(entities.flatMap(\.tables)) {
      descriptions[table] = try await governor.describe(table)
    }
    let database = CheckedDatabase(
      names: names.map(\.name), descriptions: descriptions, dialect: governor.schemaDialect)
    for entity in entities { problems += entity.problems(in: database) }
    if !problems.isEmpty { throw DataModelError(problems: problems) }
  }

  /// What is wrong with the model alone.
  private func ownProblems() -> [String] {
    var problems: [String] = []
    var types: Set<ObjectIdentifier> = []
    for entity in entities where !types.insert(entity.type).inserted {
      problems.append("\(entity.name): there are two entities of this type")
    }
    for entity in entities { problems += entity.ownProblems(types) }
    for entity in entities where !entity.isUniqued && reaches(entity.type, from: entity, []) {
      problems.append(
        "\(entity.name): objects that are not uniqued can't be related to themselves: there is no end to them")
    }
    return problems
  }
}

extension DataModel {
  /// True if relationships lead from a type back to itself without a uniqued entity between.
  private func reaches(_ type: ObjectIdentifier, from entity: any AnyEntity, _ seen: Set<ObjectIdentifier>) -> Bool {
    if seen.contains(entity.type) { return false }
    return entities.contains { other in
      guard !other.isUniqued, entity.childTypes.contains(other.type) else { return false }
      return other.type == type || reaches(type, from: other, seen.union([entity.type]))
    }
  }
}

/// What a database has, for the comparison.
struct CheckedDatabase {
  let names: [String]
  let descriptions: [TableName: TableDescription]
  let dialect: any SchemaDialect

  /// `; did you mean notes?`
  func hint(_ name: String, among candidates: [String]) -> String {
    DataModelError.hint(name, among: candidates)
  }

  func hint(table: TableName) -> String { hint(table.name, among: names) }
}

extension Entity {
  func ownProblems(_ types: Set<ObjectIdentifier>) -> [String] {
    var problems: [String] = []
    let count = attributes.count + relationships.count
    if count > ColumnSet.limit {
      problems.append("\(name): \(count) attributes and relationships are more than \(ColumnSet.limit)")
    }
    var names: Set<String> = [key]
    for attribute in attributes where !names.insert(attribute.name).inserted {
      problems.append("\(name): there are two attributes of the column \(attribute.name)")
    }
    for related in relationships where !types.contains(ObjectIdentifier(related.childType)) {
      problems.append("\(name).\(related.name): the model has no entity of the type \(related.childType)")
    }
    return problems
  }

  func problems(in database: CheckedDatabase) -> [String] {
    guard let description = database.descriptions[table] else {
      return ["\(name): there is no table \(table)\(database.hint(table: table))"] + lookupProblems(in: database)
    }
    var problems: [String] = []
    if description.primaryKey != [key] {
      problems.append(
        "\(name): the primary key of \(table) is (\(description.primaryKey.joined(separator: ", "))), and not \(key)")
    }
    if let column = description.column(key) {
      if !Object.UniqueID.columnType.fits(database.dialect.type(of: column, in: description)) {
        problems.append("\(name).\(key): a \(Object.UniqueID.self) is no \(column.declaredType)")
      } else if let comparison = Object.UniqueID.comparison, comparison != .other,
        database.dialect.comparison(of: column.collation) != comparison
      {
        problems.append(
          """
          \(name).\(key): a \(Object.UniqueID.self) is compared \(comparison.words), and this column compares by the \
          collation \(column.collation ?? "of the table"); give it another one, or the objects a key of a type that declares it
          """)
      }
    }
    for attribute in attributes {
      let place = "\(name).\(attribute.name)"
      guard let column = description.column(attribute.name) else {
        let hint = database.hint(attribute.name, among: description.columns.map(\.name))
        problems.append("\(place): the table \(table) has no such column\(hint)")
        continue
      }
      if column.generated != .none {
        problems.append("\(place): the database computes this column; it can't be saved")
      } else if !attribute.type.fits(database.dialect.type(of: column, in: description)) {
        problems.append("\(place): the property's type does not go with the column's, \(column.declaredType)")
      }
    }
    return problems + lookupProblems(in: database)
  }

  private func lookupProblems(in database: CheckedDatabase) -> [String] {
    relationships.flatMap { related in
      let place = "\(name).\(related.name)"
      let lookup = related.lookup
      guard let description = database.descriptions[lookup.table] else {
        return ["\(place): there is no table \(lookup.table)\(database.hint(table: lookup.table))"]
      }
      return [lookup.parent, lookup.child, lookup.order].filter { description.column($0) == nil }.map { column in
        let hint = database.hint(column, among: description.columns.map(\.name))
        return "\(place): the table \(lookup.table) has no column \(column)\(hint)"
      }
    }
  }
}

extension TableDescription {
  fileprivate func column(_ name: String) -> ColumnDescription? {
    columns.first { $0.name == name } ?? columns.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension ColumnType {
  /// True if a column of another type can store values of this one. A database without a matching type stores text,
  /// bytes or a number instead, so only impossible types are refused.
  fileprivate func fits(_ column: ColumnType) -> Bool {
    let (own, other) = (family, column.family)
    if own == other || other == .any || own == .any { return true }
    switch (own, other) {
    case (.real, .integer), (.integer, .real): return false
    case (.moment, .text), (.moment, .real), (.moment, .integer), (.identifier, .text), (.identifier, .bytes):
      return true
    default: return false
    }
  }

  private enum Family { case integer, real, text, bytes, moment, identifier, any }

  private var family: Family {
    switch self {
    case .boolean, .integer: .integer
    case .float, .double, .decimal: .real
    case .text, .json: .text
    case .bytes: .bytes
    case .date, .time, .timestamp, .instant: .moment
    case .uuid: .identifier
    case .other: .any
    }
  }
}

extension TextComparison {
  fileprivate var words: String {
    switch self {
    case .exact: "by its bytes"
    case .ignoringTrailingSpaces: "without the spaces at its end"
    case .ignoringCase: "without regard to case"
    case .other: "in a way of its own"
    }
  }
}
