#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shape of a list, apart from its length: how many columns its rows have, and the kinds of their values.
///
/// Statements that differ only in their lists' contents have one text; lists of another shape make another one.
public struct ListShape: Sendable, Hashable {
  /// The kind of each column's values; nil if the list's type does not determine it, as for values of any types. NULL
  /// fits every kind.
  public let kinds: [ParameterKind?]

  /// - Parameter kinds: The kind of each column's values, from one column on.
  init(kinds: [ParameterKind?]) { self.kinds = kinds }

  /// True if a list of another shape may be bound in its place.
  func takes(_ other: ListShape) -> Bool {
    kinds.count == other.kinds.count && zip(kinds, other.kinds).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// A text unique to this shape.
  var key: String {
    var key = ""
    for kind in kinds { key += kind?.key ?? "any;" }
    return key
  }

  /// How many values a row of the list has: 1, or as many as a composite key has columns.
  public var columnCount: Int { kinds.count }
}

extension ParameterKind {
  /// The kind of all values of a type, from the type alone; nil if that depends on the value.
  init?<T: ValueConvertible>(ofAll type: T.Type) {
    if let optional = type as? any OptionalValue.Type {
      guard let kind = optional.wrappedKind else { return nil }
      self = kind
      return
    }
    switch type {
    case is Int.Type, is Int64.Type, is Int32.Type, is Int16.Type, is Int8.Type, is UInt32.Type, is UInt16.Type,
      is UInt8.Type:
      self = .int
    case is UInt.Type, is UInt64.Type: self = .uint
    case is Double.Type, is Float.Type: self = .double
    case is ExactDecimal.Type: self = .decimal
    case is String.Type: self = .text
    case is [UInt8].Type: self = .bytes
    case is CivilDate.Type: self = .date
    case is CivilTime.Type: self = .time
    case is CivilTimestamp.Type: self = .timestamp
    case is Instant.Type: self = .instant
    case is UUID.Type: self = .uuid
    default: return nil
    }
  }
}

extension ParameterKind {
  /// Written out, since asking Swift for a case's name takes longer than many a statement.
  fileprivate var key: String {
    switch self {
    case .null: "null;"
    case .int: "int;"
    case .uint: "uint;"
    case .double: "double;"
    case .decimal: "decimal;"
    case .text: "text;"
    case .bytes: "bytes;"
    case .date: "date;"
    case .time: "time;"
    case .timestamp: "timestamp;"
    case .instant: "instant;"
    case .uuid: "uuid;"
    case .json: "json;"
    case .other(let type): "other \(type);"
    }
  }

  /// The common kind of some values; nil if they have several, or there are none.
  init?(ofAll values: some Sequence<Value>) {
    var kinds = values.lazy.map { ParameterKind($0) }.makeIterator()
    guard let first = kinds.next() else { return nil }
    while let kind = kinds.next() {
      if kind != first { return nil }
    }
    self = first
  }
}

/// An optional of something that can be bound.
private protocol OptionalValue {
  static var wrappedKind: ParameterKind? { get }
}

extension Optional: OptionalValue where Wrapped: ValueConvertible {
  fileprivate static var wrappedKind: ParameterKind? { ParameterKind(ofAll: Wrapped.self) }
}
