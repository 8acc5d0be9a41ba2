import ORDA
import ORDAImport

/// The records of a file, for a table that is there: columns by their names, values as the columns take them.
final class MatchedRecords: RecordSource {
  private let records: any RecordSource
  private let table: TableShape
  private let kind: DatabaseKind
  private let byName: [String: Int]
  private let byLowercased: [String: Int]
  /// Where the values of the current record go.
  private var targets: [TableShape.Column] = []
  private var matchedShape: Int?
  private(set) var columns: [String] = []

  var line: Int { records.line }
  var shape: Int { records.shape }
  var namesColumnsInEachRecord: Bool { records.namesColumnsInEachRecord }

  /// - Throws: ``BadField`` where the file's first line names columns, and not those of the table.
  init(_ records: any RecordSource, table: TableShape, kind: DatabaseKind) throws {
    self.records = records
    self.table = table
    self.kind = kind
    let names = table.columns.map(\.name).enumerated()
    byName = Dictionary(names.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // A name that only differs in its case is found where one column is meant.
    let lowercased = Dictionary(grouping: names, by: { $0.element.lowercased() })
    byLowercased = lowercased.compactMapValues { $0.count == 1 ? $0[0].offset : nil }
    if !records.namesColumnsInEachRecord { try match(line: 1) }
  }

  func next() throws -> Bool {
    guard try records.next() else { return false }
    if records.namesColumnsInEachRecord, records.shape != matchedShape { try match(line: records.line) }
    return true
  }

  private func match(line: Int) throws {
    var taken: Set<Int> = []
    targets = try records.columns.map { name in
      guard let place = byName[name] ?? byLowercased[name.lowercased()] else {
        throw BadField(line: line, column: name, message: unknown(name))
      }
      guard taken.insert(place).inserted else { throw BadField(line: line, column: name, message: "it is there twice") }
      guard !table.columns[place].isGenerated else {
        throw BadField(line: line, column: name, message: "the database computes it")
      }
      return table.columns[place]
    }
    columns = targets.map(\.name)
    matchedShape = records.shape
  }

  private func unknown(_ name: String) -> String {
    if name.utf8.contains(0) { return BadField.zeroByte }
    if let delimiter = ImportedFile.likelyDelimiter(in: records.columns) {
      return "\(table.name.name) has no such column; are the values separated by \(delimiter)?"
    }
    let near = nearestName(to: name, among: byName.keys.sorted())
    return "\(table.name.name) has no such column" + (near.map { " (did you mean \($0)?)" } ?? "")
  }

  func values() throws -> [Value] {
    let values = try records.values()
    return try zip(values, targets).map { value, column in
      guard case .text(let text) = value else { return value }
      return try self.value(text, column)
    }
  }

  func bind(to parameters: borrowing ParameterBinder) throws {
    for (place, value) in try values().enumerated() where !value.isNull { try parameters.bind(value, at: place) }
  }

  func observe(into inference: inout TypeInference) throws { try records.observe(into: &inference) }

  /// What a text is in its column. Servers refuse by themselves what they can't keep; SQLite keeps anything.
  private func value(_ text: String, _ column: TableShape.Column) throws -> Value {
    if text.utf8.contains(0) {
      throw BadField(line: line, column: column.name, message: BadField.zeroByte)
    }
    // An array's type has the name of its elements'.
    if column.declaredType.contains("[") { return .text(text) }
    do {
      switch column.kind {
      case .number where kind == .sqlite:
        guard !text.contains(where: \.isWhitespace) else {
          throw RowEdit.Refusal.field(column.name, "it is no number, and \(column.name) is \(column.declaredType)")
        }
        return try FieldValue.value(text, of: column, kind)
      // PostgreSQL does not say for which column a text is no number.
      case .number where kind == .postgresql && Self.isNoNumber(text) && column.declaredType != "money":
        throw RowEdit.Refusal.field(
          column.name, "\(BadField.shown(text)) is no number, and \(column.name) is \(column.declaredType)")
      case .truth where kind != .postgresql, .bytes: return try FieldValue.value(text, of: column, kind)
      default: return .text(text)
      }
    } catch RowEdit.Refusal.field(_, let message) {
      throw BadField(line: line, column: column.name, message: message)
    }
  }
}

extension MatchedRecords {
  /// True for what can't be a number, however the database writes numbers.
  private static func isNoNumber(_ text: String) -> Bool {
    let text = text.drop { $0.isWhitespace }.lowercased()
    guard let first = text.utf8.first else { return true }
    return !(0x30...0x39 ~= first || "+-.".utf8.contains(first) || text.hasPrefix("nan") || text.hasPrefix("inf"))
  }
}

/// A value of a file that its column does not take, or a column that there isn't.
struct BadField: BadLine {
  let line: Int
  let column: String
  let message: String

  static let zeroByte = "a zero byte: this is no text, or UTF-16; save it as UTF-8"

  var canContinue: Bool { true }

  var description: String { "line \(line), column \(Self.shown(column)): \(message)" }

  /// As much of a name as is shown: it may be anything, and of any length.
  static func shown(_ name: String) -> String { name.count > 60 ? "\(name.prefix(60))…" : name }
}
