public import ORDA

extension MariaDB {
  /// A row that is being loaded; lent to the closure that fills it.
  public struct BulkRow: ~Copyable {
    let encoder: BulkEncoder

    /// Appends values, in the order of the columns.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append<each T: ValueConvertible>(_ values: repeat each T) throws {
      for value in repeat each values { try encoder.append(value) }
    }

    /// Appends a value of any type, or NULL.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append(_ value: (any ValueConvertible)?) throws {
      if let value { try encoder.append(value) } else { try encoder.append(Value.null) }
    }
  }
}
