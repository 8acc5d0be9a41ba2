import ORDA
import ORDAImport

extension GeneratedText {
  /// The rows that the foreign keys lead to, each by a call that waits and one that is awaited.
  mutating func writeReferences() {
    guard !table.references.isEmpty else { return }
    line()
    line("extension \(table.name) {")
    for (index, reference) in table.references.enumerated() {
      if index > 0 { line() }
      write(reference, isAwaited: false)
      line()
      write(reference, isAwaited: true)
    }
    line("}")
  }

  private mutating func write(_ reference: GeneratedReference, isAwaited: Bool) {
    line("  /// " + Self.comment(reference, isAwaited: isAwaited))
    let parameter = "in \(database): some " + (isAwaited ? "AsyncSQLExecutor" : "SQLExecutor")
    let result = reference.isMany ? "[\(reference.type)]" : "\(reference.type)?"
    list(
      "  \(access)func \(SwiftName.quoted(reference.name))", [parameter],
      (isAwaited ? "async throws" : "throws") + " -> \(result) {")
    let optionals = reference.columns.map(\.equals).filter(\.isOptional).map { "let " + SwiftName.quoted($0.name) }
    if !optionals.isEmpty {
      line("    guard " + optionals.joined(separator: ", ") + " else { return \(reference.isMany ? "[]" : "nil") }")
    }
    let call = "\(isAwaited ? "try await" : "try") \(database).\(reference.isMany ? "query" : "first")("
    line("    " + (optionals.isEmpty ? "" : "return ") + call)
    let selected = "SELECT * FROM \(Self.identifier(reference.table))"
    let conditions = reference.columns.map { "\(Self.identifier($0.name)) = \\(\(SwiftName.quoted($0.equals.name)))" }
    let oneLine = "      \(reference.type).self, \"\(selected) WHERE \(conditions.joined(separator: " AND "))\")"
    if oneLine.count <= Self.width {
      line(oneLine)
    } else {
      // Long names make long lines here.
      line("      \(reference.type).self,")
      line("      \"\"\"")
      line("      \(selected)")
      line("      WHERE \(conditions.joined(separator: "\n        AND "))")
      line("      \"\"\")")
    }
    line("  }")
  }

  private static func identifier(_ name: String) -> String { "\\(identifier: \(SwiftName.literal(name)))" }

  private static func comment(_ reference: GeneratedReference, isAwaited: Bool) -> String {
    let columns = reference.referring.map { "`\($0)`" }.joined(separator: ", ")
    let verb = reference.referring.count == 1 ? "refers" : "refer"
    let awaited = isAwaited ? ", awaited" : ""
    return VisibleText.escaping(
      reference.isMany
        ? "The rows of `\(reference.table)` whose \(columns) \(verb) to this one\(awaited)."
        : "The row of `\(reference.table)` that \(columns) \(verb) to\(awaited); nil if there is none.")
  }

  /// What the methods call the database; no property has this name.
  private var database: String {
    var names = DistinctSwiftNames(Set(table.properties.map(\.name)))
    return names.name("database", suffix: "Executor", otherwise: "")
  }
}
