/// The values for a statement's parameters: in order, or by name.
///
/// ```swift
/// try insert.execute(["name": "Jazz", "note": nil])        // by name, with or without the `:` before it
/// try insert.execute(["Jazz", nil])                        // in the order in which the parameters first appear
/// ```
///
/// A type of our own, since Swift's Dictionary traps on a literal with a repeated key; here that is an error when the
/// values are used.
public struct Parameters: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, Sendable {
  enum Storage: Sendable {
    case positional([(any ValueConvertible)?])
    case named([(name: String, value: (any ValueConvertible)?)])
  }

  let storage: Storage

  /// No values.
  public static let none = Parameters(values: [])

  /// Values by name, in a literal; nil is NULL.
  public init(dictionaryLiteral elements: (String, (any ValueConvertible)?)...) { self.init(pairs: elements) }

  /// Values in order, in a literal; nil is NULL.
  public init(arrayLiteral elements: (any ValueConvertible)?...) { self.init(values: elements) }

  /// Values in order, made at run time; nil is NULL.
  public init(values: [(any ValueConvertible)?]) { storage = .positional(values) }

  /// Values by name, made at run time; nil is NULL. A name may be written with or without its `:`, `@` or `$`.
  public init(pairs: some Sequence<(String, (any ValueConvertible)?)>) {
    storage = .named(pairs.map { (name: $0.0, value: $0.1) })
  }

  /// Values by name, from a dictionary; nil is NULL.
  public init(dictionary: [String: (any ValueConvertible)?]) {
    // In a fixed order, so that an error reads the same each time.
    storage = .named(dictionary.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  /// The values, if they are given in order.
  var positional: [(any ValueConvertible)?]? {
    if case .positional(let values) = storage { return values }
    return nil
  }

  /// True if there are no values.
  public var isEmpty: Bool {
    switch storage {
    case .positional(let values): values.isEmpty
    case .named(let pairs): pairs.isEmpty
    }
  }
}
