/// A query for objects.
struct ObjectQuery<Object: ShelfData>: Sendable {
  var predicate: ShelfPredicate<Object>?
  /// The field to sort by; nil for the id.
  var sort: Sort?
  var isDescending = false
  var limit: Int?
  var after: ShelfCursor?

  struct Sort: Sendable {
    let path: any PartialKeyPath<Object> & Sendable
    let key: @Sendable (Object) -> ShelfKey

    init<Field: ShelfIndexable>(_ path: any KeyPath<Object, Field> & Sendable) {
      self.path = path
      key = { $0[keyPath: path].shelfKey }
    }
  }

  /// True if an object matches, and comes after the cursor.
  func isMeant(_ object: Object) -> Bool {
    guard predicate?.matches(object) ?? true else { return false }
    guard let after else { return true }
    if let sort, let last = after.key {
      let key = sort.key(object)
      if key != last { return isDescending ? key < last : last < key }
    }
    return isDescending ? object.id < after.id : after.id < object.id
  }

  /// The objects in order, at most as many as requested.
  func sorted(_ objects: [Object]) -> [Object] {
    let keyed = objects.map { (key: sort?.key($0) ?? .null, object: $0) }
    let sorted = keyed.sorted { left, right in
      if left.key != right.key { return (left.key < right.key) != isDescending }
      return isDescending ? right.object.id < left.object.id : left.object.id < right.object.id
    }.map(\.object)
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }
}

/// How a query is answered.
public enum ShelfPlan: Sendable, Hashable, CustomStringConvertible {
  /// All objects of the type are read; with the reason.
  case scan(String)
  /// The objects in a range of an index are read, then sorted.
  case index(String)
  /// The index is read in its order until there are as many as requested.
  case orderedIndex(String)

  /// The plan in words.
  public var description: String {
    switch self {
    case .scan(let reason): "reads all objects: \(reason)"
    case .index(let name): "reads what the index \(name) finds, and sorts it"
    case .orderedIndex(let name): "goes through the index \(name) in its order"
    }
  }
}

/// The way to the objects that a query may match.
struct QueryPlan: Sendable {
  enum Way: Sendable {
    case nothing
    case scan(String)
    case index(ShelfField, KeyRange, isOrdered: Bool)
  }

  let way: Way

  /// - Parameter complete: The fields whose index has all objects; nil if the store has no indexes.
  init<Object: ShelfData>(_ query: ObjectQuery<Object>, complete: Set<ShelfField>?) {
    func field(_ path: any PartialKeyPath<Object> & Sendable) -> ShelfField? {
      Object.shelfIndexes.first { ($0.path as AnyKeyPath) == (path as AnyKeyPath) }?.field
    }
    var ranges: [(field: ShelfField?, range: KeyRange)] = []
    for condition in query.predicate?.ranges ?? [] {
      let field = field(condition.path)
      if let index = ranges.firstIndex(where: { field != nil && $0.field == field }) {
        ranges[index].range = ranges[index].range.intersection(condition.range)
      } else {
        ranges.append((field, condition.range))
      }
    }
    if ranges.contains(where: \.range.isEmpty) {
      way = .nothing
      return
    }
    guard let complete else {
      way = .scan("the store has no indexes")
      return
    }
    let sorted = query.sort.flatMap { field($0.path) }.flatMap { complete.contains($0) ? $0 : nil }
    let usable = ranges.compactMap { range in
      range.field.flatMap { complete.contains($0) ? ($0, range.range) : nil }
    }
    let best = usable.first { $0.1.isPoint } ?? usable.first { $0.0 == sorted } ?? usable.first
    if let best, best.0 != sorted {
      way = .index(best.0, best.1, isOrdered: false)
    } else if let sorted {
      way = .index(sorted, best?.1 ?? KeyRange(from: nil, through: nil), isOrdered: true)
    } else if ranges.isEmpty && query.sort == nil {
      way = .scan("nothing is asked that an index could answer")
    } else {
      let names = Set(ranges.compactMap(\.field) + (query.sort.flatMap { field($0.path) }.map { [$0] } ?? []))
        .map(\.name).sorted()
      way = .scan(
        names.isEmpty
          ? "no field that it asks for has an index"
          : "the index \(names.joined(separator: ", ")) is not filled yet")
    }
  }

  var shelfPlan: ShelfPlan {
    switch way {
    case .nothing: .index("(none: its conditions exclude each other)")
    case .scan(let reason): .scan(reason)
    case .index(let field, _, let isOrdered): isOrdered ? .orderedIndex(field.name) : .index(field.name)
    }
  }
}
