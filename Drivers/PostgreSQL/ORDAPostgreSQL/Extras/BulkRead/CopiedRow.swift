public import ORDA

extension PostgreSQL {
  /// A row that is being read by COPY; lent to the closure that takes it.
  public struct CopiedRow: ~Copyable {
    let line: CopiedLine

    /// How many columns the row has.
    public var count: Int { line.columns.count }

    /// The names of the columns, in order.
    public var columnNames: [String] { line.columns.map(\.name) }

    /// Reads a column by its index, from 0, strictly: text or a fraction is not an integer, NULL is only nil.
    ///
    /// - Throws: `DatabaseError` of kind `typeMismatch`, `outOfRange` or `noSuchColumn`, naming the column.
    public func get<T: ColumnValue>(_ index: Int, as type: T.Type = T.self) throws -> T {
      let value = try line.value(index)
      do throws(DatabaseError) {
        return try T(value: value)
      } catch {
        var error = error
        error.column = line.columns[index].name
        throw error
      }
    }

    /// Reads all columns, in order.
    ///
    /// - Throws: As ``get(_:as:)``, and `misuse` if there are more or fewer columns.
    public func tuple<each T: ColumnValue>(_ type: (repeat each T).Type) throws -> (repeat each T) {
      var width = 0
      for _ in repeat (each T).self { width += 1 }
      guard width == count else {
        throw DatabaseError(.misuse, "the row has \(count) columns, and is read as \(width)")
      }
      var index = -1
      func next<V: ColumnValue>(_ type: V.Type) throws -> V {
        index += 1
        return try get(index, as: type)
      }
      return (repeat try next((each T).self))
    }
  }

  /// How COPY writes rows.
  public enum CopyFormat: Sendable, Hashable {
    /// PostgreSQL's own text: tabs between values, `\N` for NULL, a line for each row.
    case text
    /// Values with commas between them, in quotes where they need some; a row has several lines where a value has.
    ///
    /// The header is a line with the columns' names.
    case csv(header: Bool)
    /// PostgreSQL's own bytes, with a head and a tail; only the same server, or one like it, reads them.
    case binary

    var options: String {
      switch self {
      case .text: ""
      case .csv(let header): " (FORMAT csv, HEADER \(header))"
      case .binary: " (FORMAT binary)"
      }
    }
  }
}
