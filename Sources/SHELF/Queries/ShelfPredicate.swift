/// A condition on objects to find.
///
/// ```swift
/// let daxes = try await shelf.objects(User.self, where: \.name == "Dax" && \.age > 30)
/// ```
///
/// Conditions are made of key paths with `==`, `!=`, `<`, `<=`, `>` and `>=`, with ``hasPrefix(_:_:)`` and
/// ``isOne(_:of:)``, and joined with `&&`, `||` and `!`. Nil is equal to nil, and neither less nor greater than
/// anything. Texts are compared as Swift compares them.
///
/// Conditions on fields with an index are answered by the index; everything else by looking at the objects.
public struct ShelfPredicate<Object: ShelfData>: Sendable {
  /// True for matching objects.
  let matches: @Sendable (Object) -> Bool
  /// What must be true of single fields: objects outside of these ranges need not be looked at.
  let ranges: [FieldRange<Object>]

  init(ranges: [FieldRange<Object>], _ matches: @escaping @Sendable (Object) -> Bool) {
    self.matches = matches
    self.ranges = ranges
  }

  /// The objects for which a closure returns true. It looks at every object: no index can help.
  public init(_ matches: @escaping @Sendable (Object) -> Bool) { self.init(ranges: [], matches) }

  /// True if an object matches.
  public func contains(_ object: Object) -> Bool { matches(object) }

  /// The objects whose text has a prefix.
  public static func hasPrefix(_ path: any KeyPath<Object, String> & Sendable, _ prefix: String) -> ShelfPredicate {
    ShelfPredicate(ranges: [FieldRange(path, .prefix(prefix))]) { $0[keyPath: path].hasPrefix(prefix) }
  }

  /// The objects whose field has one of some values.
  public static func isOne<Field: ShelfIndexable>(
    _ path: any KeyPath<Object, Field> & Sendable, of values: [Field]
  ) -> ShelfPredicate {
    let keys = Set(values.map(\.shelfKey))
    let range = KeyRange(from: keys.min(), through: keys.max(), isEmpty: keys.isEmpty)
    return ShelfPredicate(ranges: [FieldRange(path, range)]) { keys.contains($0[keyPath: path].shelfKey) }
  }

  /// The objects for which both are true.
  public static func && (left: ShelfPredicate, right: ShelfPredicate) -> ShelfPredicate {
    ShelfPredicate(ranges: left.ranges + right.ranges) { left.matches($0) && right.matches($0) }
  }

  /// The objects for which one or both are true.
  public static func || (left: ShelfPredicate, right: ShelfPredicate) -> ShelfPredicate {
    ShelfPredicate { left.matches($0) || right.matches($0) }
  }

  /// The objects for which it is not true.
  public static prefix func ! (predicate: ShelfPredicate) -> ShelfPredicate {
    ShelfPredicate { !predicate.matches($0) }
  }

  fileprivate init<Field: ShelfIndexable>(
    _ path: any KeyPath<Object, Field> & Sendable, _ range: KeyRange?, _ isMeant: @escaping @Sendable (ShelfKey) -> Bool
  ) {
    self.init(ranges: range.map { [FieldRange(path, $0)] } ?? []) { isMeant($0[keyPath: path].shelfKey) }
  }
}

/// The objects whose field is equal to a value.
public func == <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, KeyRange(from: key, through: key)) { $0 == key }
}

/// The objects whose field is not equal to a value.
public func != <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, nil) { $0 != key }
}

/// The objects whose field is less than a value.
public func < <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, .known(through: key)) { $0 != .null && $0 < key }
}

/// The objects whose field is less than a value, or equal to it.
public func <= <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, .known(through: key)) { $0 != .null && $0 <= key }
}

/// The objects whose field is greater than a value.
public func > <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, .known(from: key)) { $0 != .null && key != .null && $0 > key }
}

/// The objects whose field is greater than a value, or equal to it.
public func >= <Object: ShelfData, Field: ShelfIndexable>(
  path: any KeyPath<Object, Field> & Sendable, value: Field
) -> ShelfPredicate<Object> {
  let key = value.shelfKey
  return ShelfPredicate(path, .known(from: key)) { $0 != .null && key != .null && $0 >= key }
}
