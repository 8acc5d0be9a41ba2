#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The position of a decoder: the row, and which column each key has turned out to be.
///
/// A type asks for the same keys in the same order for each row. The order of the last row is kept, so a key costs one
/// comparison with the next expected one, and no look-up; a key out of order is looked up and noted.
///
/// Swift's run-time check of exclusive access would take half the time of decoding. It is off for the properties used
/// for each key: they are read or written whole, and nothing else runs meanwhile.
final class RowCursor {
  // A constant, for a variable would be retained for each value; nothing is read from it once the rows are gone.
  private let source: any RowSource
  let names: ColumnNames
  let strategy: RowCodingStrategy
  /// The cell of the row's first column.
  @exclusivity(unchecked) var base: Int
  @exclusivity(unchecked) private var isOver = false
  /// Which of the steps is expected next.
  @exclusivity(unchecked) var position = 0
  @exclusivity(unchecked) private var steps: [Step] = []
  @exclusivity(unchecked) private var types: [(type: ObjectIdentifier, column: (any ColumnValue.Type)?)] = []

  /// A key as the type spells it, and its column; -1 if there is none.
  private struct Step {
    var key: String
    var column: Int
  }

  /// More keys than this are looked up each time: a loop over keys must not fill the memory.
  private static let maximumSteps = 2048

  init(source: any RowSource, base: Int, names: ColumnNames, strategy: RowCodingStrategy) {
    self.source = source
    self.base = base
    self.names = names
    self.strategy = strategy
  }

  /// Call it when the rows are gone: from now on there is nothing to read, as ``read(_:column:)`` reports.
  func end() { isOver = true }

  /// The column of the next key; -1 if there is none.
  @inline(__always)
  func column(_ key: String) -> Int {
    let position = position
    if position < steps.count, steps[position].key == key {
      self.position = position &+ 1
      return steps[position].column
    }
    return learn(key)
  }

  /// The column of a key that is not read yet; -1 if there is none.
  func peek(_ key: String) -> Int {
    if position < steps.count, steps[position].key == key { return steps[position].column }
    return names.index(of: strategy.columnName(key)) ?? -1
  }

  @inline(never)
  private func learn(_ key: String) -> Int {
    let step = Step(key: key, column: names.index(of: strategy.columnName(key)) ?? -1)
    if position < steps.count {
      steps[position] = step
    } else if position < Self.maximumSteps {
      steps.append(step)
    } else {
      return step.column
    }
    position += 1
    return step.column
  }

  // MARK: Cells

  @inline(__always)
  func isNull(_ column: Int) -> Bool { isOver || source.isNull(base &+ column) }

  @inline(__always)
  func read<T: ColumnValue>(_ type: T.Type, column: Int) throws -> T {
    if !isOver, let value = T.read(from: source, at: base &+ column) { return value }
    return try convert(type, column: column)
  }

  @inline(__always)
  func readIfPresent<T: ColumnValue>(_ type: T.Type, column: Int) throws -> T? {
    if !isOver {
      if let value = T.read(from: source, at: base &+ column) { return value }
      if source.isNull(base &+ column) { return nil }
    }
    return try convert(type, column: column)
  }

  @inline(never)
  private func convert<T: ColumnValue>(_ type: T.Type, column: Int) throws -> T {
    if isOver { throw rowIsGone }
    do {
      return try T(value: source.value(base + column))
    } catch {
      throw named(error, column: column)
    }
  }

  /// A cell as any Decodable: natively if ORDA knows the type, as what the type asks for in a single-value container,
  /// otherwise as JSON.
  func decode<T: Decodable>(_ type: T.Type, column: Int) throws -> T {
    if let native = native(type) { return try read(native, as: type, column: column) }
    do {
      do {
        return try T(from: CellDecoder(self, column: column))
      } catch is NeedsJSON {
        return try decodeJSON(type, column: column)
      }
    } catch {
      throw named(error, column: column)
    }
  }

  private func decodeJSON<T: Decodable>(_ type: T.Type, column: Int) throws -> T {
    let cell = base + column
    if isOver { throw rowIsGone }
    if let text = source.utf8(cell) { return try JSONText.decode(type, from: Data(text)) }
    let value = source.value(cell)
    guard let json = try value.json() else { throw DatabaseError.mismatch(value, as: type) }
    return try JSONText.decode(type, from: json)
  }

  private func read<T, C: ColumnValue>(_ native: C.Type, as type: T.Type, column: Int) throws -> T {
    let value = try read(native, column: column)
    guard let same = value as? T else { throw DatabaseError.mismatch(source.value(base + column), as: type) }
    return same
  }

  /// The type itself if it is a ``ColumnValue``. Asking Swift takes as long as reading ten cells, so it is asked once.
  func native(_ type: Any.Type) -> (any ColumnValue.Type)? {
    let id = ObjectIdentifier(type)
    for known in types where known.type == id { return known.column }
    let column = type as? any ColumnValue.Type
    types.append((id, column))
    return column
  }

  // MARK: Errors

  private var rowIsGone: DatabaseError {
    DatabaseError(.misuse, "the decoder of a row was kept longer than the row; decode within init(from:)")
  }

  /// The error for a key that no column has.
  @inline(never)
  func missing(_ key: any CodingKey) -> DatabaseError {
    let name = strategy.columnName(key.stringValue)
    return DatabaseError(.noSuchColumn, "the result has no column \(name)", column: name)
  }

  /// The error with the column's name, and always a ``DatabaseError`` unless the type threw one of its own.
  func named(_ error: any Error, column: Int) -> any Error {
    var named: DatabaseError
    switch error {
    case let error as DatabaseError: named = error
    case let error as DecodingError:
      named = DatabaseError(.typeMismatch, "the value is not what the type wants: \(JSONText.reason(error))")
    default: return error
    }
    if named.column == nil, names.names.indices.contains(column) { named.column = names.names[column] }
    return named
  }
}

/// Thrown at a type that asks a single cell for keys or elements, to have it decoded from JSON instead.
struct NeedsJSON: Error {}
