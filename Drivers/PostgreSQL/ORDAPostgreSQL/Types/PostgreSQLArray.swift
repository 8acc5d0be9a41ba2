/// An array of one dimension, as PostgreSQL has it: read from columns such as `integer[]`, and bound to parameters.
///
/// ```swift
/// try db.execute("UPDATE track SET tags = \(PostgreSQLArray(["live", "loud"])) WHERE id = \(7)")
/// let tags = try db.first(PostgreSQLArray<String>.self, "SELECT tags FROM track WHERE id = \(7)")
/// ```
///
/// Elements that may be NULL are optional. An array whose first element has another number than 1 is read without
/// that. One of several dimensions is read as `Value`, which holds its text.
public struct PostgreSQLArray<Element: Sendable>: Sendable {
  /// The elements.
  public var elements: [Element]

  /// An array of these elements.
  public init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }
}

extension PostgreSQLArray: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// An empty array.
  public init() { elements = [] }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many elements there are.
  public var endIndex: Int { elements.count }

  /// An element by its number from 0.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
  }

  /// Replaces some elements with others.
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    elements.replaceSubrange(range, with: newElements)
  }
}

extension PostgreSQLArray: ExpressibleByArrayLiteral {
  /// An array of these elements.
  public init(arrayLiteral elements: Element...) { self.elements = elements }
}

extension PostgreSQLArray: Equatable where Element: Equatable {}
extension PostgreSQLArray: Hashable where Element: Hashable {}

extension PostgreSQLArray: Encodable where Element: Encodable {
  /// Encodes the elements as a list.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension PostgreSQLArray: Decodable where Element: Decodable {
  /// Decodes a list of elements.
  public init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }
}
