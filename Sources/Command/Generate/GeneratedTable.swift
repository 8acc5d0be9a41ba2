import ORDA
import ORDAImport

/// A table or view as types of Swift, before they are written.
struct GeneratedTable {
  /// A column.
  struct Property {
    var column: ColumnDescription
    var name: String
    /// The type, without a question mark.
    var type: String
    var isOptional: Bool
    /// The lines of its comment.
    var comments: [String]

    var fullType: String { type + (isOptional ? "?" : "") }
  }

  /// The texts that a column is restricted to.
  struct Enumeration {
    var name: String
    var column: String
    var cases: [(name: String, text: String)]
  }

  /// What identifies a row.
  enum Key {
    /// Nothing, or nothing that could be called `id`.
    case none
    /// The property `id`.
    case id
    /// Another property.
    case property(Property)
    /// Several.
    case several([Property])
  }

  /// What the types of a table are called.
  struct TypeNames {
    var row: String
    var schema: String?

    /// - Parameter names: Names of types that are taken; this table's are added.
    init(_ table: TableDescription, isSingular: Bool, _ names: inout DistinctSwiftNames) {
      let wanted = SwiftName.type(isSingular ? SwiftName.singular(table.name.name) : table.name.name)
      row = names.name(wanted, suffix: "Row", otherwise: "Table")
      let hasEntries = !(table.primaryKey.isEmpty && table.identifyingColumns.isEmpty)
      schema = !hasEntries ? nil : names.name(row + "Table", suffix: "Schema", otherwise: "")
    }
  }

  let description: TableDescription
  /// The struct of a row.
  let name: String
  /// The ``TableSchema``; nil if nothing identifies a row, as in a view: then there are no entries.
  let schemaName: String?
  private(set) var properties: [Property] = []
  private(set) var enumerations: [Enumeration] = []
  private(set) var key = Key.none
  /// The methods that follow foreign keys.
  var references: [GeneratedReference] = []
  /// The names of a row's members, including its methods.
  var memberNames: DistinctSwiftNames

  /// True if some column can hold anything, which other formats can't express.
  var holdsAnything: Bool { properties.contains { $0.type == "Value" } }

  /// - Parameters:
  ///   - types: What its own types are called.
  ///   - names: The names of all tables' types, which a type in the struct would hide.
  init(_ table: TableDescription, _ language: DatabaseLanguage, types: TypeNames, names: DistinctSwiftNames) {
    description = table
    name = types.row
    schemaName = types.schema
    var propertyNames = DistinctSwiftNames(Self.reservedProperties)
    var nested = names
    for name in ["ID", "CodingKeys"] { nested.take(name) }
    for (index, column) in table.columns.enumerated() where !column.isHidden {
      let property = propertyNames.name(
        SwiftName.property(column.name), suffix: "Value", otherwise: "column\(index + 1)")
      var type = Self.type(of: column, in: table, language.schemaDialect)
      if type == "String", let texts = table.allowedTexts(of: column.name, in: language.dialect) {
        type = nested.name(SwiftName.type(column.name), suffix: "Value", otherwise: "Column\(index + 1)")
        enumerations.append(Enumeration(name: type, column: column.name, cases: Self.cases(texts)))
      }
      properties.append(
        Property(
          column: column, name: property, type: type,
          // A key that may be NULL, as SQLite allows, isn't in practice; reading one that is NULL is an error.
          isOptional: type != "Value" && column.isNullable && column.primaryKeyPosition == nil,
          comments: Self.comments(column, table)))
    }
    memberNames = propertyNames
    key = findKey()
    memberNames.take("id")
  }

  private func findKey() -> Key {
    let key = description.primaryKey.compactMap { name in properties.first { $0.column.name == name } }
    guard !key.isEmpty, key.count == description.primaryKey.count, !key.contains(where: { $0.type == "Value" }) else {
      return .none
    }
    if key.count == 1, key[0].name == "id" { return .id }
    if properties.contains(where: { $0.name == "id" }) { return .none }
    return key.count == 1 ? .property(key[0]) : .several(key)
  }

  private static func cases(_ texts: [String]) -> [(name: String, text: String)] {
    var names = DistinctSwiftNames(reservedCases)
    return texts.enumerated().map { index, text in
      (
        names.name(SwiftName.property(text), suffix: "Case", otherwise: text.isEmpty ? "empty" : "case\(index + 1)"),
        text
      )
    }
  }

  private static func comments(_ column: ColumnDescription, _ table: TableDescription) -> [String] {
    var comments: [String] = []
    if let comment = column.comment { comments.append(VisibleText.escaping(comment)) }
    if column.generated != .none { comments.append("Computed by the database.") }
    for key in table.foreignKeys {
      guard let place = key.columns.firstIndex(of: column.name) else { continue }
      let others = key.columns.filter { $0 != column.name }
      let with = others.isEmpty ? "Refers" : "With `\(others.joined(separator: "`, `"))` refers"
      let referred = key.referencedColumns.indices.contains(place) ? key.referencedColumns[place] : ""
      comments.append(
        VisibleText.escaping("\(with) to `\(key.referencedTable.name)`" + (referred.isEmpty ? "." : ", `\(referred)`."))
      )
    }
    return comments
  }

  // MARK: Types

  private static func type(
    of column: ColumnDescription, in table: TableDescription, _ dialect: any SchemaDialect
  ) -> String {
    type(dialect.type(of: column, in: table), dialect)
  }

  private static func type(_ type: ColumnType, _ dialect: any SchemaDialect) -> String {
    switch type {
    case .boolean: "Bool"
    case .integer(let bits, let isUnsigned): isUnsigned && bits > 32 ? "UInt64" : "Int"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "ExactDecimal"
    case .text, .json: "String"
    case .bytes: "[UInt8]"
    case .date: "CivilDate"
    case .time: "CivilTime"
    case .timestamp: "CivilTimestamp"
    case .instant: "Instant"
    case .uuid: "UUID"
    case .other(let declared):
      if !dialect.enforcesTypes {
        // A column of SQLite may hold values of several types.
        "Value"
      } else if dialect.unknownType == .bytes {
        "[UInt8]"
      } else if declared.hasSuffix("[]") {
        "JSON<[\(self.type(ofElementsOf: declared, dialect))]>"
      } else {
        "String"
      }
    }
  }

  /// The Swift type of the elements of `numeric(10,2)[]`.
  private static func type(ofElementsOf array: String, _ dialect: any SchemaDialect) -> String {
    let element = ColumnDescription(name: "element", declaredType: String(array.dropLast(2)))
    switch dialect.type(of: element) {
    // JSON keeps no other array of bytes.
    case .bytes: return "Data"
    case let type: return self.type(type, dialect)
    }
  }

  /// Types that the generated code uses, or that programs use so often that nothing else should have their names.
  static let reservedTypes: Set<String> = [
    "Any", "Array", "AsyncSQLExecutor", "Bool", "CaseIterable", "Character", "CivilDate", "CivilTime",
    "CivilTimestamp", "Codable", "CodingKey", "CodingKeys", "Column", "Connection", "Data", "Date", "Dictionary",
    "Double", "Error", "ExactDecimal", "Float", "Governor", "Hashable", "Identifiable", "Instant", "Int", "Never",
    "Optional", "ORDA", "Protocol", "Result", "Row", "RowDecodable", "SchemaValue", "Self", "Sendable", "Set", "SQL",
    "SQLExecutor", "String", "Table", "TableName", "TableSchema", "Task", "Transaction", "Type", "UInt64", "URL",
    "UUID", "Value", "Void",
  ]
  private static let reservedProperties: Set<String> = ["hashValue", "init", "self"]
  private static let reservedCases: Set<String> = ["allCases", "hashValue", "init", "placeholder", "rawValue", "self"]
}
