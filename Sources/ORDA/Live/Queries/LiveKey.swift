/// By what rows of a query before and after a change are known to be the same.
enum LiveKey<Element: Sendable>: Sendable {
  /// The values of some columns; of all if none are named.
  case columns([String])
  /// Something of what is made of the row.
  case value(@Sendable (Element) -> any Hashable & Sendable)

  /// Where the columns are in a result.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`.
  func places(in names: ColumnNames) throws(DatabaseError) -> [Int] {
    guard case .columns(let columns) = self else { return [] }
    var places: [Int] = []
    for column in columns {
      guard let place = names.index(of: column) else { throw names.unknown(column) }
      places.append(place)
    }
    return places.isEmpty ? Array(0..<names.count) : places
  }
}

/// What a row is known by, and how many rows before it are known by the same: so each is another one.
struct LiveRowKey: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    case row(RowKey)
    case value(any Hashable & Sendable)

    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.row(let first), .row(let second)): first == second
      case (.value(let first), .value(let second)): AnyHashable(first) == AnyHashable(second)
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .row(let key): key.hash(into: &hasher)
      case .value(let value): value.hash(into: &hasher)
      }
    }
  }

  let name: Name
  let occurrence: Int

  /// The keys of rows, in their order.
  static func keys(of names: [Name]) -> [LiveRowKey] {
    var seen: [Name: Int] = [:]
    seen.reserveCapacity(names.count)
    return names.map { name in
      let occurrence = seen[name, default: 0]
      seen[name] = occurrence + 1
      return LiveRowKey(name: name, occurrence: occurrence)
    }
  }
}
