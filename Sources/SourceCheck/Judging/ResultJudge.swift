import ORDA

/// Whether a statement's columns fit the type that a call reads them as.
struct ResultJudge {
  let columns: [Column]
  let text: StatementText
  let facts: SchemaFacts
  let types: TypeCatalog
  /// True if columns only hold values of their own types.
  let isStrict: Bool
  /// The file with the call.
  let path: String
  let scope: String
  let keys: FoundStatement.Keys

  private var shape: SelectShape { text.shape }

  /// What does not fit.
  func judge(_ type: ReadType) throws -> [Finding] {
    // A statement without rows is never read, whatever the type.
    guard !columns.isEmpty else { return [] }
    switch type {
    case .tuple(let elements):
      guard elements.count <= columns.count else {
        return [
          Finding(
            .noSuchColumn,
            "the statement gives \(counted(columns.count)), and \(type) reads \(elements.count)", at: place(0))
        ]
      }
      return try elements.enumerated().flatMap { try judge($0.element, column: $0.offset) }
    case .named(let name):
      if ColumnType(name: name) == nil, let declared = types.find(name, in: path, within: scope) {
        return try judge(declared)
      }
      return try judge(type, column: 0)
    default: return try judge(type, column: 0)
    }
  }

  private func counted(_ count: Int) -> String { count == 1 ? "1 column" : "\(count) columns" }

  /// Where a column's expression begins.
  private func place(_ column: Int) -> Int? {
    guard let expressions = shape.columns, expressions.indices.contains(column) else { return nil }
    return expressions[column].first?.offset
  }

  // MARK: One column

  /// - Parameter reader: What reads it, such as `Track.title`; nil for the call itself.
  private func judge(
    _ type: ReadType, column index: Int, for reader: String? = nil, within scope: String? = nil
  ) throws -> [Finding] {
    guard columns.indices.contains(index) else { return [] }
    guard let known = columnType(type, within: scope ?? self.scope) else { return [] }
    // Names are only composed for faults, which few columns have.
    var name: String { reader.map { "\($0) (\(type))" } ?? "\(type)" }
    if let stored = stored(index), !stored.mayBeRead(as: known) {
      return [Finding(.typeMismatch, "\(described(index)), which can't be read as \(name)", at: place(index))]
    }
    if !type.takesNull, let reason = try NullJudge(columns: columns, text: text, facts: facts).reason(index) {
      let optional = reader == nil ? "; read it as \(type)?" : ""
      return [
        Finding(
          .unexpectedNull, "\(reason), and \(name) can't be" + optional, at: place(index) ?? tokenPlace(columns[index]))
      ]
    }
    return []
  }

  private func tokenPlace(_ column: Column) -> Int? {
    shape.pieces.first { $0.name == column.name.lowercased() }?.offset
  }

  /// The type that is read from one column; nil if that is not known.
  private func columnType(_ type: ReadType, within scope: String) -> ColumnType? {
    if case .named(let name) = type.wrapped, let declared = types.find(name, in: path, within: scope) {
      guard declared.isEnum, !declared.isOpen, !declared.decodesItself, let raw = declared.inherited.first else {
        return nil
      }
      return ColumnType(name: raw)
    }
    return ColumnType(type)
  }

  /// What a column certainly holds; nil if that is not known.
  private func stored(_ index: Int) -> StoredType? {
    let column = columns[index]
    guard column.origin != nil else { return shape.call(index)?.function == "count" ? .integer : nil }
    return column.declaredType.flatMap { StoredType($0, isStrict: isStrict) }
  }

  private func described(_ index: Int) -> String {
    let column = columns[index]
    guard let origin = column.origin, let table = column.table, let type = column.declaredType else {
      return "count(…) is an integer"
    }
    return "column \(origin) of \(table) is \(type)"
  }

  // MARK: A struct

  private func judge(_ type: DeclaredType) throws -> [Finding] {
    if type.isOpen { return [] }
    if type.conforms(to: ["ColumnValue"]) { return try judge(.named(type.name), column: 0) }
    if type.readsRows { return try judgeReadings(of: type) }
    guard type.conforms(to: ["Codable", "Decodable"]), !type.decodesItself, !type.isEnum, keys != .unknown else {
      return []
    }
    return try type.properties.flatMap { property -> [Finding] in
      guard let key = type.codingKeys == nil ? property.name : type.codingKeys?[property.name] else { return [] }
      let name = keys == .snakeCase ? RowCodingStrategy.snakeCase.columnName(key) : key
      let reader = "\(type.name).\(property.name)"
      guard let index = columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
        if case .optional? = property.type { return [] }
        return [missing(name, reader)]
      }
      guard let read = property.type else { return [] }
      return try judge(read, column: index, for: reader, within: type.name)
    }
  }

  private func judgeReadings(of type: DeclaredType) throws -> [Finding] {
    try type.readings.flatMap { reading -> [Finding] in
      let reader = "\(type.name).\(reading.property)"
      let index: Int
      switch reading.column {
      case .index(let number):
        guard number < columns.count else {
          let text =
            "the statement gives \(counted(columns.count)), and \(reader) reads column \(number), counted from 0"
          return [Finding(.noSuchColumn, text, at: place(0))]
        }
        index = number
      case .name(let name):
        guard let found = columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
          return [missing(name, reader)]
        }
        index = found
      }
      let property = type.properties.first { $0.name == reading.property }?.type
      guard let read = reading.type ?? property else { return [] }
      return try judge(read, column: index, for: reader, within: type.name)
    }
  }

  private func missing(_ name: String, _ reader: String) -> Finding {
    let near = nearestName(to: name, among: columns.map(\.name))
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    let place = near.flatMap { near in columns.firstIndex { $0.name == near } }.flatMap(place)
    return Finding(
      .noSuchColumn, "the statement gives no column \(name), which \(reader) is read from\(hint)",
      at: place ?? self.place(0))
  }
}
