/// A row's key, exactly as the database stores it.
///
/// Texts are equal if their bytes are: `é` as one character and as two are the same String in Swift, but two keys in a
/// database. A collation that treats more as equal does not matter here, since what is stored decides.
public struct RowKey: Sendable, Hashable, CustomStringConvertible {
  private enum Storage: Sendable {
    case int(Int64)
    case values([Value])
  }

  private let storage: Storage

  /// A key of one whole number, the most common form; it takes no memory of its own.
  public init(_ number: Int64) { storage = .int(number) }

  /// A key of one value.
  init(single value: Value) {
    if case .int(let number) = value { storage = .int(number) } else { storage = .values([value]) }
  }

  /// The number, if the key is one whole number.
  @inline(__always)
  var number: Int64? { if case .int(let number) = storage { number } else { nil } }

  /// A key of values, in the order of the key's columns.
  public init(_ values: [Value]) {
    if values.count == 1, case .int(let number) = values[0] {
      storage = .int(number)
    } else {
      storage = .values(values)
    }
  }

  /// The values, in the order of the key's columns.
  public var values: [Value] {
    switch storage {
    case .int(let number): [.int(number)]
    case .values(let values): values
    }
  }

  /// True if the values are the same, texts byte by byte.
  public static func == (left: RowKey, right: RowKey) -> Bool {
    switch (left.storage, right.storage) {
    case (.int(let first), .int(let second)): first == second
    case (.values(let first), .values(let second)): first.elementsEqual(second, by: Self.isSame)
    default: false
    }
  }

  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    if case .text(let first) = left, case .text(let second) = right { return first.utf8.elementsEqual(second.utf8) }
    return left == right
  }

  /// Equal keys hash equally.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .int(let number): hasher.combine(number)
    case .values(let values): for value in values { hasher.combine(value) }
    }
  }

  /// The values, separated by commas: for people.
  public var description: String { values.map(\.description).joined(separator: ", ") }
}
