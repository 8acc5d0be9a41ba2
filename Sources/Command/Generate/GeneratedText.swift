import ORDA

/// Writes the types of one table, laid out as `swift format` does with two spaces and 120 columns.
struct GeneratedText {
  private(set) var text = ""
  private let table: GeneratedTable
  private static let width = 120

  init(_ table: GeneratedTable) {
    self.table = table
    writeRow()
    writeReading()
    writeSchema()
  }

  private mutating func line(_ line: String = "") { text += line + "\n" }

  private var quotedTable: String { "`\(VisibleText.escaping(table.description.name.name))`" }

  // MARK: The row

  private mutating func writeRow() {
    var protocols = ["RowDecodable"]
    if !table.holdsAnything { protocols.append("Codable") }
    protocols += ["Hashable", "Sendable"]
    if case .none = table.key {} else { protocols.append("Identifiable") }
    line("/// A row of the \(table.description.kind == .view ? "view" : "table") \(quotedTable).")
    line("struct \(table.name): \(protocols.joined(separator: ", ")) {")
    for property in table.properties {
      for comment in property.comments { line("  /// \(comment)") }
      line("  var \(SwiftName.quoted(property.name)): \(property.fullType)")
    }
    writeID()
    for enumeration in table.enumerations { write(enumeration) }
    writeCodingKeys()
    line("}")
  }

  private mutating func writeID() {
    switch table.key {
    case .none, .id: return
    case .property(let property):
      line()
      line("  /// The primary key.")
      line("  var id: \(property.type) { \(SwiftName.quoted(property.name)) }")
    case .several(let properties):
      line()
      line("  /// The primary key.")
      line("  struct ID: Codable, Hashable, Sendable {")
      for property in properties { line("    var \(SwiftName.quoted(property.name)): \(property.type)") }
      line("  }")
      line()
      line("  /// The primary key.")
      line("  var id: ID {")
      let arguments = properties.map { "\($0.name): \(SwiftName.quoted($0.name))" }
      let call = "    ID(\(arguments.joined(separator: ", ")))"
      if call.count <= Self.width {
        line(call)
      } else {
        line("    ID(")
        line(Self.filled(arguments, indent: "      ") + ")")
      }
      line("  }")
    }
  }

  /// As many in each line as it takes.
  private static func filled(_ items: [String], indent: String) -> String {
    var lines = [indent]
    for (index, item) in items.enumerated() {
      let part = item + (index + 1 < items.count ? "," : "")
      let last = lines.count - 1
      if lines[last] == indent {
        lines[last] += part
      } else if lines[last].count + part.count + 1 < width {
        lines[last] += " " + part
      } else {
        lines.append(indent + part)
      }
    }
    return lines.joined(separator: "\n")
  }

  private mutating func write(_ enumeration: GeneratedTable.Enumeration) {
    line()
    line("  /// What `\(VisibleText.escaping(enumeration.column))` holds.")
    line("  enum \(enumeration.name): String, CaseIterable, Codable, SchemaValue {")
    for (name, text) in enumeration.cases { line("    case " + Self.named(name, text)) }
    line()
    if let first = enumeration.cases.first {
      line("    static let placeholder = \(enumeration.name).\(SwiftName.quoted(first.name))")
    }
    line("  }")
  }

  /// `name`, or `name = "text"` where they differ.
  private static func named(_ name: String, _ text: String) -> String {
    SwiftName.quoted(name) + (name == text ? "" : " = \(SwiftName.literal(text))")
  }

  private mutating func writeCodingKeys() {
    guard !table.holdsAnything, table.properties.contains(where: { $0.name != $0.column.name }) else { return }
    line()
    line("  enum CodingKeys: String, CodingKey {")
    for property in table.properties { line("    case " + Self.named(property.name, property.column.name)) }
    line("  }")
  }

  // MARK: What reads and what writes

  private mutating func writeReading() {
    line()
    // In an extension, so that the struct keeps the initializer that Swift makes.
    line("extension \(table.name) {")
    line("  /// Reads a row with the columns of \(quotedTable).")
    line("  init(row: borrowing Row) throws {")
    for property in table.properties {
      let target = property.name == "row" ? "self.row" : SwiftName.quoted(property.name)
      call("    \(target) = try row.get", SwiftName.literal(property.column.name))
    }
    line("  }")
    line("}")
  }

  private mutating func writeSchema() {
    guard let name = table.schemaName else { return }
    line()
    line("/// The table \(quotedTable), for entries that are live: `db.table(\(name).self)`.")
    line("struct \(name): TableSchema {")
    line("  static let tableName: TableName = \(SwiftName.literal(table.description.name.name))")
    let enumerations = Set(table.enumerations.map(\.name))
    for property in table.properties {
      let type = (enumerations.contains(property.type) ? "\(table.name)." : "") + property.fullType
      call("  let \(SwiftName.quoted(property.name)) = Column<\(type)>", SwiftName.literal(property.column.name))
    }
    line("}")
  }

  /// A call with one argument, in two lines where it is too long for one.
  private mutating func call(_ function: String, _ argument: String) {
    if function.count + argument.count + 2 <= Self.width { return line("\(function)(\(argument))") }
    line("\(function)(")
    line(String(repeating: " ", count: function.prefix { $0 == " " }.count + 2) + argument + ")")
  }
}
