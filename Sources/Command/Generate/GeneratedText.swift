import ORDA
import ORDAImport

/// Writes the types of one table, laid out as `swift format` does with two spaces and 120 columns.
struct GeneratedText {
  private(set) var text = ""
  let table: GeneratedTable
  /// What stands before each declaration.
  let access: String
  static let width = 120

  init(_ table: GeneratedTable, _ level: AccessLevel) {
    self.table = table
    access = level.modifier
    writeRow()
    writeReading()
    writeReferences()
    writeSchema()
  }

  mutating func line(_ line: String = "") { text += line + "\n" }

  private var quotedTable: String { "`\(VisibleText.escaping(table.description.name.name))`" }

  // MARK: The row

  private mutating func writeRow() {
    var protocols = ["RowDecodable"]
    if !table.holdsAnything { protocols.append("Codable") }
    protocols += ["Hashable", "Sendable"]
    if case .none = table.key {} else { protocols.append("Identifiable") }
    line("/// A row of the \(table.description.kind == .view ? "view" : "table") \(quotedTable).")
    inherit("\(access)struct \(table.name):", protocols)
    for property in table.properties {
      for comment in comments(property) { line("  /// \(comment)") }
      line("  \(access)var \(SwiftName.quoted(property.name)): \(property.fullType)")
    }
    writeInitializer("A row of these values.", table.properties, indent: "  ")
    writeID()
    for enumeration in table.enumerations { write(enumeration) }
    writeCodingKeys()
    line("}")
  }

  /// Public declarations have a comment.
  private func comments(_ property: GeneratedTable.Property) -> [String] {
    guard property.comments.isEmpty, !access.isEmpty else { return property.comments }
    return [Self.comment(property)]
  }

  private static func comment(_ property: GeneratedTable.Property) -> String {
    "The column `\(VisibleText.escaping(property.column.name))`."
  }

  /// Swift's own memberwise initializer is internal; other access levels need a written one.
  private mutating func writeInitializer(_ comment: String, _ properties: [GeneratedTable.Property], indent: String) {
    guard !access.isEmpty else { return }
    line()
    line("\(indent)/// \(comment)")
    let parameters = properties.map { property in
      "\(SwiftName.quoted(property.name)): \(property.fullType)" + (property.isOptional ? " = nil" : "")
    }
    list("\(indent)\(access)init", parameters, "{")
    for property in properties {
      line("\(indent)  self.\(SwiftName.quoted(property.name)) = \(SwiftName.quoted(property.name))")
    }
    line("\(indent)}")
  }

  private mutating func writeID() {
    switch table.key {
    case .none, .id: return
    case .property(let property):
      line()
      line("  /// The primary key.")
      line("  \(access)var id: \(property.type) { \(SwiftName.quoted(property.name)) }")
    case .several(let properties):
      line()
      line("  /// The primary key.")
      line("  \(access)struct ID: Codable, Hashable, Sendable {")
      for property in properties {
        if !access.isEmpty { line("    /// \(Self.comment(property))") }
        line("    \(access)var \(SwiftName.quoted(property.name)): \(property.type)")
      }
      writeInitializer("A key of these values.", properties, indent: "    ")
      line("  }")
      line()
      line("  /// The primary key.")
      line("  \(access)var id: ID {")
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

  /// A declaration with parameters, on separate lines where needed.
  mutating func list(_ declaration: String, _ parameters: [String], _ rest: String) {
    let whole = "\(declaration)(\(parameters.joined(separator: ", "))) \(rest)"
    if whole.count <= Self.width { return line(whole) }
    let indent = String(declaration.prefix { $0 == " " })
    line("\(declaration)(")
    line(Self.filled(parameters, indent: indent + "  "))
    line("\(indent)) \(rest)")
  }

  /// A declaration with what it conforms to.
  private mutating func inherit(_ declaration: String, _ protocols: [String]) {
    let whole = "\(declaration) \(protocols.joined(separator: ", ")) {"
    if whole.count <= Self.width { return line(whole) }
    line(declaration)
    line(Self.filled(protocols, indent: "  "))
    line("{")
  }

  /// As many on each line as fit.
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
    line("  \(access)enum \(enumeration.name): String, CaseIterable, Codable, SchemaValue {")
    for (name, text) in enumeration.cases { writeCase(name, text) }
    line()
    if let first = enumeration.cases.first {
      if !access.isEmpty { line("    /// What stands for a text that is none of these.") }
      line("    \(access)static let placeholder = \(enumeration.name).\(SwiftName.quoted(first.name))")
    }
    line("  }")
  }

  /// `case name`, or `case name = "text"` where they differ.
  private mutating func writeCase(_ name: String, _ text: String) {
    let declaration = "    case \(SwiftName.quoted(name))"
    if name == text { return line(declaration) }
    let literal = SwiftName.literal(text)
    if declaration.count + 3 + literal.count <= Self.width { return line("\(declaration) = \(literal)") }
    line(declaration + " =")
    line("      " + literal)
  }

  private mutating func writeCodingKeys() {
    guard !table.holdsAnything, table.properties.contains(where: { $0.name != $0.column.name }) else { return }
    line()
    if !access.isEmpty { line("  /// The columns' names.") }
    line("  \(access)enum CodingKeys: String, CodingKey {")
    for property in table.properties { writeCase(property.name, property.column.name) }
    line("  }")
  }

  // MARK: What reads and what writes

  private mutating func writeReading() {
    line()
    // In an extension, so that the struct keeps the initializer that Swift makes.
    line("extension \(table.name) {")
    line("  /// Reads a row with the columns of \(quotedTable).")
    line("  \(access)init(row: borrowing Row) throws {")
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
    line("\(access)struct \(name): TableSchema {")
    if !access.isEmpty { line("  /// The table's name.") }
    line("  \(access)static let tableName: TableName = \(SwiftName.literal(table.description.name.name))")
    let enumerations = Set(table.enumerations.map(\.name))
    for property in table.properties {
      let type = (enumerations.contains(property.type) ? "\(table.name)." : "") + property.fullType
      if !access.isEmpty { line("  /// \(Self.comment(property))") }
      call(
        "  \(access)let \(SwiftName.quoted(property.name)) = Column<\(type)>", SwiftName.literal(property.column.name))
    }
    if !access.isEmpty {
      line()
      line("  /// The columns as they are declared.")
      line("  \(access)init() {}")
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
