internal import ORDA

/// Lists: a column of a list is one parameter, an array.
extension PostgreSQLStatement {
  /// How many parameters the lists of several columns need beside their own.
  var extraParameterCount: Int { request.lists.reduce(0) { $0 + $1.shape.columnCount - 1 } }

  /// The text with a table made from arrays in place of each list.
  func textWithLists() throws(DatabaseError) -> String {
    if request.lists.isEmpty { return sql }
    var next = parameterCount
    if writesListsOut { return try textWithValues() }
    return try request.sql(writing: { (list, parameter) throws(DatabaseError) in
      let types = try self.types(of: list)
      var arrays = ["\(parameter)::\(types[0])[]"]
      for type in types.dropFirst() {
        next += 1
        arrays.append("$\(next)::\(type)[]")
      }
      if types.count == 1 { return "(SELECT unnest(\(arrays[0])))" }
      return "(SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
    })
  }

  /// The text with the values of each list as parameters of their own.
  private func textWithValues() throws(DatabaseError) -> String {
    var next = parameterCount
    return try request.sql(writing: { (list, parameter) throws(DatabaseError) in
      let width = list.shape.columnCount
      guard let given = self.boundLists[list.index], given.count > 0 else {
        return "(SELECT \(Array(repeating: "NULL", count: width).joined(separator: ", ")) WHERE false)"
      }
      var isFirst = true
      let rows = (0..<given.count).map { _ in
        let row = (0..<width).map { _ in
          if isFirst {
            isFirst = false
            return String(parameter)
          }
          next += 1
          return "$\(next)"
        }.joined(separator: ", ")
        return width == 1 ? row : "(\(row))"
      }
      return "(\(rows.joined(separator: ", ")))"
    })
  }

  /// The server's names of the types of a list's columns.
  private func types(of list: ListParameter) throws(DatabaseError) -> [String] {
    if let column = list.column, let type = connection.listTypes[column] { return [type] }
    let bound = boundLists[list.index].map { ListColumns($0) }
    let learned = learnedListTypes[list.index]
    return list.shape.kinds.enumerated().map { index, kind in
      if let kind, kind != .null { return Self.type(of: kind) }
      return bound.flatMap { Self.type(ofAll: $0.columns[index]) } ?? learned?[index] ?? "text"
    }
  }

  /// True for a list that nothing tells a column's type of: neither its own type, nor the column that it is compared
  /// with, nor its values, of which there are none yet, or none but NULL.
  private func lacksType(_ list: ListParameter) -> Bool {
    if let column = list.column, connection.listTypes[column] != nil { return false }
    guard list.shape.kinds.contains(where: { $0 == nil || $0 == .null }) else { return false }
    guard let bound = boundLists[list.index].map({ ListColumns($0) }) else { return true }
    return zip(list.shape.kinds, bound.columns).contains { kind, values in
      (kind == nil || kind == .null) && Self.type(ofAll: values) == nil
    }
  }

  /// Asks the server for the types of lists that nothing else tells: what it takes each value for, of a row that is
  /// written where the list is.
  private func learnListTypes() throws(DatabaseError) {
    guard request.lists.contains(where: { learnedListTypes[$0.index] == nil && lacksType($0) }) else { return }
    var places: [Int: [Int]] = [:]
    var count = parameterCount
    let text = try request.sql(writing: { (list, parameter) in
      let further = count..<count + list.shape.columnCount - 1
      count = further.upperBound
      places[list.index] = [list.index] + further
      let row = ([String(parameter)] + further.map { "$\($0 + 1)" }).joined(separator: ", ")
      return further.isEmpty ? "(\(row))" : "((\(row)))"
    })
    // Without a name, which nobody has to forget, and which works where names don't. A place where no row may be written
    // tells nothing.
    let described = try connection.attempt(
      { () throws(DatabaseError) -> PreparedText? in
        try self.connection.prepareUnbound(text, parameterCount: count, name: "")
      },
      orElse: { (error) throws(DatabaseError) in
        guard error.kind == .syntax else { throw error }
        return nil
      })
    let parameters = described?.parameters ?? []
    let names = try connection.typeNames(parameters)
    for (list, places) in places {
      learnedListTypes[list] = places.map { $0 < parameters.count ? names[parameters[$0]].map(Self.element) : nil }
    }
  }

  /// The type of a value: behind `= ANY` the server takes the list for an array.
  private static func element(_ type: String) -> String { type.hasSuffix("[]") ? String(type.dropLast(2)) : type }

  private static func type(of kind: ParameterKind) -> String {
    switch kind {
    case .int: "int8"
    case .uint, .decimal: "numeric"
    case .double: "float8"
    case .bytes: "bytea"
    case .date: "date"
    case .time: "time"
    case .timestamp: "timestamp"
    case .instant: "timestamptz"
    case .uuid: "uuid"
    case .json: "jsonb"
    case .null, .text, .other: "text"
    }
  }

  /// The one type that all values have, or can be compared as; nil where there are none, or none but NULL.
  private static func type(ofAll values: [BoundValue]) -> String? {
    var types: Set<UInt32> = []
    for value in values {
      if case .null = value { continue }
      types.insert(value.ownType)
    }
    if types.isEmpty { return nil }
    if types == [ServerType.int8] { return "int8" }
    if types == [ServerType.float8] { return "float8" }
    if types.isSubset(of: [ServerType.int8, ServerType.numeric, ServerType.float8]) { return "numeric" }
    guard types.count == 1, let type = types.first else { return "text" }
    switch type {
    case ServerType.bytea: return "bytea"
    case ServerType.date: return "date"
    case ServerType.time: return "time"
    case ServerType.interval: return "interval"
    case ServerType.timestamp: return "timestamp"
    case ServerType.timestamptz: return "timestamptz"
    case ServerType.uuid: return "uuid"
    default: return "text"
    }
  }

  /// What runs: the values, an array in place of each list, and the further columns of lists behind them.
  func runningValues() throws(DatabaseError) -> [BoundValue] {
    if request.lists.isEmpty { return bound }
    var values = bound
    for list in request.lists {
      guard let given = boundLists[list.index] else { throw .valueInPlaceOfList(at: list.index) }
      let columns = ListColumns(given)
      if let failure = columns.failure { throw failure }
      if writesListsOut {
        let rows = columns.rows
        // The place of an empty list is in no text.
        values[list.index] = rows.first ?? .null
        values += rows.dropFirst()
        continue
      }
      let arrays = columns.arrays
      values[list.index] = arrays[0]
      values += arrays.dropFirst()
    }
    return values
  }

  /// Makes sure that the columns that lists are compared with are there, and learns the types that lists have.
  func checkLists() throws(DatabaseError) {
    for list in request.lists {
      guard let column = list.column, connection.listTypes[column] == nil else { continue }
      connection.listTypes[column] = try connection.typeName(of: column)
    }
    try learnListTypes()
  }
}

/// A list's values by its columns.
final class ListColumns: BindTarget {
  private(set) var columns: [[BoundValue]]
  private(set) var failure: DatabaseError?

  init(_ list: ValueList) {
    columns = Array(repeating: [], count: max(1, list.shape.columnCount))
    do throws(DatabaseError) { try list.bindValues(to: self) } catch { failure = error }
  }

  /// The values, row by row.
  var rows: [BoundValue] {
    guard let count = columns.map(\.count).min() else { return [] }
    return (0..<count).flatMap { row in columns.map { $0[row] } }
  }

  /// Each column as the server writes an array: `{"1","2",NULL}`.
  var arrays: [BoundValue] {
    columns.map { values in
      let type = Self.type(of: values)
      return .value(.other(type: TypeNames.list, bytes: ArrayText.written(values.map { $0.text(as: type) })))
    }
  }

  /// The type of dates if all values have one, so that the server reads them as such.
  private static func type(of values: [BoundValue]) -> UInt32 {
    values.allSatisfy { $0.ownType == values.first?.ownType }
      ? values.first?.ownType ?? ServerType.text : ServerType.text
  }

  private func add(_ value: BoundValue, at index: Int) { if index < columns.count { columns[index].append(value) } }
  func bindNull(at index: Int) { add(.null, at: index) }
  func bind(_ value: Int64, at index: Int) { add(.int(value), at: index) }
  func bind(_ value: Double, at index: Int) { add(.double(value), at: index) }
  func bind(_ value: String, at index: Int) { add(.text(value), at: index) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { add(.bytes(Array(bytes)), at: index) }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: add(.null, at: index)
    case .int(let number): add(.int(number), at: index)
    case .double(let number): add(.double(number), at: index)
    case .text(let text): add(.text(text), at: index)
    case .bytes(let bytes): add(.bytes(bytes), at: index)
    default: add(.value(value), at: index)
    }
  }
}
