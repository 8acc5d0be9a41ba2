/// What makes a row of a query the same row before and after a change.
enum LiveKey<Element: Sendable>: Sendable {
  /// The values of some columns; of all columns if none are named.
  case columns([String])
  /// Something computed from the row's element.
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

/// What identifies a row, and how many rows before it have the same: so equal rows stay distinct.
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
