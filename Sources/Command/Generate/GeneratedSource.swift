import ORDA
import ORDAImport

/// A file of Swift with the types of a schema, the same for the same schema to the byte.
struct GeneratedSource {
  /// The types of one table, under the table's name.
  struct Piece: Equatable {
    var table: String
    var text: String
  }

  private static let header = "// Made by `orda generate`, and made anew by it: what is changed here is lost.\n"
  private static let mark = "// MARK: "

  /// In the order of the tables' names.
  let pieces: [Piece]
  private let needsFoundation: Bool
  private let access: AccessLevel

  init(
    _ tables: [TableDescription], _ language: DatabaseLanguage, isSingular: Bool, access: AccessLevel = .internal
  ) {
    self.access = access
    let tables = DatabaseDescription(tables: tables).tables
    var names = DistinctSwiftNames(GeneratedTable.reservedTypes)
    let types = tables.map { GeneratedTable.TypeNames($0, isSingular: isSingular, &names) }
    var generated = zip(tables, types).map { GeneratedTable($0, language, types: $1, names: names) }
    generated.addReferences()
    pieces = generated.map { table in
      Piece(table: VisibleText.escaping(table.description.name.name), text: GeneratedText(table, access).text)
    }
    needsFoundation = generated.flatMap(\.properties).contains {
      ["UUID", "JSON<[UUID]>", "JSON<[Data]>"].contains($0.type)
    }
  }

  /// The whole file.
  var text: String {
    var text = Self.header
    for module in (needsFoundation ? ["Foundation"] : []) + ["ORDA"] { text += "\n\(access.modifier)import \(module)" }
    text += "\n"
    for piece in pieces { text += "\n\(Self.mark)\(piece.table)\n\n\(piece.text)" }
    return text
  }

  /// How a file differs from this one, by tables; empty if it is the same.
  func differences(from text: String) -> [String] {
    if text == self.text { return [] }
    var found: [String: String] = [:]
    var differences: [String] = []
    for part in ("\n" + text).split(separator: "\n\(Self.mark)").dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      found[name] = part.dropFirst(name.count).drop { $0 == "\n" } + "\n"
    }
    for piece in pieces {
      guard let old = found.removeValue(forKey: piece.table) else {
        differences.append("\(piece.table) is new")
        continue
      }
      if Self.trimmed(old) != Self.trimmed(piece.text) { differences.append("\(piece.table) has changed") }
    }
    differences += found.keys.sorted().map { "\($0) is gone" }
    return differences.isEmpty ? ["what stands around the tables has changed"] : differences
  }

  private static func trimmed(_ text: String) -> Substring {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
