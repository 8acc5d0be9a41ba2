/// The entries that a table's statement concerned, in order.
///
/// The list is fixed; the entries in it are live. It holds them, and so keeps them in step.
public struct TableResult: RandomAccessCollection, Sendable {
  /// The entries.
  public let entries: [TableEntry]

  init(_ entries: [TableEntry]) { self.entries = entries }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The count.
  public var endIndex: Int { entries.count }

  /// An entry by its position.
  ///
  /// - Precondition: `0..<count` contains the position; ``entry(at:)`` throws instead.
  public subscript(position: Int) -> TableEntry { entries[position] }

  /// An entry by its position, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is no such entry.
  public func entry(at position: Int) throws -> TableEntry {
    guard entries.indices.contains(position) else {
      throw DatabaseError(.outOfRange, "entry \(position) of a result of \(count)")
    }
    return entries[position]
  }
}
