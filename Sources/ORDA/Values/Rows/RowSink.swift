/// Where an encoder's values go: into a list of columns, or straight to a statement's parameters.
///
/// As with ``RowCursor``, the order of the keys is kept from row to row, so a key costs one comparison, and the check
/// of exclusive access is off for what is used for each key.
final class RowSink {
  let strategy: RowCodingStrategy
  /// The parameters' names and indexes; empty for a list.
  private let parameters: [(name: String, index: Int)]
  // A constant, for a variable or an optional would be retained for each value.
  private let target: any BindTarget
  /// True while a row is bound; otherwise what comes goes into the list. A type may keep its encoder, which must not reach a
  /// statement then.
  @exclusivity(unchecked) private(set) var isBinding = false
  /// The resulting list.
  var columns: [(name: String, value: (any ValueConvertible)?)] = []
  /// Which of the steps is expected next.
  @exclusivity(unchecked) var position = 0
  /// The first error where nothing could be thrown.
  var failure: DatabaseError?
  @exclusivity(unchecked) private var steps: [Step] = []
  /// The row in which each parameter was last bound.
  @exclusivity(unchecked) private var boundIn: [UInt]
  @exclusivity(unchecked) private var row: UInt = 0
  @exclusivity(unchecked) private var boundCount = 0
  @exclusivity(unchecked) private var types: [(type: ObjectIdentifier, value: (any ValueConvertible.Type)?)] = []

  /// A key, and the first of the parameters with that name.
  private struct Step {
    var key: String
    /// The parameter's place in the list; -1 if there is none.
    var slot: Int
    /// The parameter's index in the statement.
    var index = -1
    /// True if the next place in the list has the same name.
    var repeats = false
  }

  private static let maximumSteps = 2048

  /// A sink for a list.
  convenience init(strategy: RowCodingStrategy) {
    self.init(strategy: strategy, parameters: [], of: NoStatement())
  }

  /// A sink for the parameters of a statement.
  init(strategy: RowCodingStrategy, parameters: [(name: String, index: Int)], of target: any BindTarget) {
    self.strategy = strategy
    self.target = target
    // Parameters with the same name are adjacent, so that all of them are bound.
    self.parameters = parameters.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }.map(\.element)
    boundIn = Array(repeating: 0, count: parameters.count)
  }

  // MARK: Rows

  /// Binds a row.
  @inline(__always)
  func bindRow(_ encode: () throws -> Void) throws {
    begin()
    defer { isBinding = false }
    try encode()
    try end()
  }

  private func begin() {
    isBinding = true
    row &+= 1
    boundCount = 0
    failure = nil
  }

  /// Parameters without a property are NULL.
  private func end() throws(DatabaseError) {
    if let failure { throw failure }
    guard boundCount < parameters.count else { return }
    for (slot, parameter) in parameters.enumerated() where boundIn[slot] != row {
      target.bindNull(at: parameter.index)
    }
  }

  // MARK: Values

  @inline(__always)
  func put<T: ValueConvertible>(_ value: T, _ key: String) throws {
    guard isBinding else {
      columns.append((strategy.columnName(key), value))
      return
    }
    let step = step(key)
    guard step.slot >= 0 else { return }
    do {
      try value.bind(to: target, at: step.index)
      mark(step.slot)
      if step.repeats { try repeated(value, after: step.slot) }
    } catch {
      throw named(error, key)
    }
  }

  func putNull(_ key: String) {
    guard isBinding else {
      columns.append((strategy.columnName(key), nil))
      return
    }
    var slot = step(key).slot
    guard slot >= 0 else { return }
    let name = parameters[slot].name
    while slot < parameters.count, parameters[slot].name.hasSameBytes(as: name) {
      target.bindNull(at: parameters[slot].index)
      mark(slot)
      slot += 1
    }
  }

  /// Any Encodable: natively if ORDA knows the type, as the single value that it encodes, otherwise as JSON.
  func encode<T: Encodable>(_ value: T, _ key: String) throws {
    if let native = native(T.self) {
      try put(value, as: native, key)
      return
    }
    do {
      let cell = CellEncoder(self)
      try value.encode(to: cell)
      if cell.needsJSON || cell.result == nil {
        try put(Value.json(try JSONText.encode(value)), key)
      } else if let result = cell.result {
        try put(result, key)
      }
    } catch {
      throw named(error, key)
    }
  }

  private func put<T, C: ValueConvertible>(_ value: T, as native: C.Type, _ key: String) throws {
    if let same = value as? C { try put(same, key) }
  }

  @inline(__always)
  private func mark(_ slot: Int) {
    if boundIn[slot] != row {
      boundIn[slot] = row
      boundCount &+= 1
    }
  }

  @inline(never)
  private func repeated<T: ValueConvertible>(_ value: T, after first: Int) throws(DatabaseError) {
    var slot = first + 1
    while slot < parameters.count, parameters[slot].name.hasSameBytes(as: parameters[first].name) {
      try value.bind(to: target, at: parameters[slot].index)
      mark(slot)
      slot += 1
    }
  }

  /// The first parameter for the next key.
  @inline(__always)
  private func step(_ key: String) -> (slot: Int, index: Int, repeats: Bool) {
    let position = position
    if position < steps.count, steps[position].key == key {
      self.position = position &+ 1
      return (steps[position].slot, steps[position].index, steps[position].repeats)
    }
    let learnt = learn(key)
    return (learnt.slot, learnt.index, learnt.repeats)
  }

  @inline(never)
  private func learn(_ key: String) -> Step {
    let name = strategy.columnName(key)
    let found =
      parameters.firstIndex { $0.name.hasSameBytes(as: name) }
      ?? parameters.firstIndex { $0.name.equalsIgnoringASCIICase(name) }
    var step = Step(key: key, slot: found ?? -1)
    if let found {
      step.index = parameters[found].index
      step.repeats = found + 1 < parameters.count && parameters[found + 1].name.hasSameBytes(as: parameters[found].name)
    }
    if position < steps.count {
      steps[position] = step
    } else if position < Self.maximumSteps {
      steps.append(step)
    } else {
      return step
    }
    position += 1
    return step
  }

  /// The type itself if it is ``ValueConvertible``, determined once for each type.
  func native(_ type: Any.Type) -> (any ValueConvertible.Type)? {
    let id = ObjectIdentifier(type)
    for known in types where known.type == id { return known.value }
    let value = type as? any ValueConvertible.Type
    types.append((id, value))
    return value
  }

  /// The error with the column's name, and always a ``DatabaseError`` unless the type threw one of its own.
  private func named(_ error: any Error, _ key: String) -> any Error {
    var named: DatabaseError
    switch error {
    case let error as DatabaseError: named = error
    case let error as EncodingError:
      named = DatabaseError(.typeMismatch, "the value can't be encoded: \(JSONText.reason(error))")
    default: return error
    }
    if named.column == nil { named.column = strategy.columnName(key) }
    return named
  }
}

/// The target of a sink that fills a list, which is never bound to.
private final class NoStatement: BindTarget {
  func bindNull(at index: Int) {}
  func bind(_ value: Int64, at index: Int) {}
  func bind(_ value: Double, at index: Int) {}
  func bind(_ value: String, at index: Int) {}
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {}
  func bind(_ value: Value, at index: Int) {}
}
