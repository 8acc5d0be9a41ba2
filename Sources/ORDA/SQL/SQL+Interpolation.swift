extension SQL {
  /// Collects a literal's pieces: literal text is text, interpolations are bound.
  public struct StringInterpolation: StringInterpolationProtocol {
    var sql = SQL(text: "")

    /// An empty piece with room for the literal's text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.text.reserveCapacity(literalCapacity &+ interpolationCount)
    }

    // Inlined, it would be a tenth of a program that has much SQL, and of the time to compile it.
    /// Appends literal text.
    @inline(never)
    public mutating func appendLiteral(_ literal: String) { sql.text += literal }

    /// Binds a value.
    public mutating func appendInterpolation<T: ValueConvertible>(_ value: T) { bind(value) }

    /// Binds a value, or NULL for nil. Note that `= NULL` is never true in SQL: compare with NULL by `IS \(value)`.
    public mutating func appendInterpolation<T: ValueConvertible>(_ value: T?) { bind(value) }

    /// Binds an array. A PostgreSQL parameter of an array type gets an array, and any other parameter JSON. `[UInt8]` is bound as
    /// bytes.
    ///
    /// ```swift
    /// try db.execute("UPDATE track SET tags = \(["live", "loud"]) WHERE id = ANY(\([7, 8]))")
    /// ```
    public mutating func appendInterpolation<Element: ValueConvertible & Codable>(_ values: [Element]) {
      if Element.self == UInt8.self { bind(values as? [UInt8]) } else { bind(JSON(values)) }
    }

    /// Binds an array, or NULL for nil.
    public mutating func appendInterpolation<Element: ValueConvertible & Codable>(_ values: [Element]?) {
      if let values { appendInterpolation(values) } else { bind(nil) }
    }

    /// Binds a value of any type, or NULL for nil.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: (any ValueConvertible)?) { bind(value) }

    /// Binds each value of a list, in parentheses, as `IN` wants it: `(?, ?, ?)`.
    ///
    /// An empty list becomes ``Dialect/emptyList`` or ``Dialect/emptyNotInList``, so that `IN` is false and `NOT IN` is
    /// true. Lists of different lengths are different statements, each prepared separately. A statement has no more
    /// parameters than its database accepts: `\(list:)` binds a list of any length as one.
    public mutating func appendInterpolation<Values: Sequence>(in values: Values)
    where Values.Element: ValueConvertible {
      bindList(values.lazy.map { $0 as any ValueConvertible })
    }

    /// Binds each value of a list of values of any types, in parentheses, as `IN` wants it.
    @_disfavoredOverload
    public mutating func appendInterpolation(in values: [any ValueConvertible]) { bindList(values) }

    /// Writes a name as an identifier, quoted for the database; several names are joined by dots, as in
    /// `\(identifier: "schema", "table")`.
    ///
    /// Any text is safe here: a quote in it is doubled.
    public mutating func appendInterpolation(identifier name: String, _ more: String...) {
      sql.identifiers.append(Identifier(offset: sql.text.utf8.count, names: [name] + more))
    }

    /// Pastes text into the statement as it is; no part of it may come from a stranger.
    public mutating func appendInterpolation(raw text: String) { sql.text += text }

    /// Embeds another piece of SQL with its bound values.
    public mutating func appendInterpolation(sql other: SQL) { sql.append(other) }

    /// Embeds another piece of SQL with its bound values.
    ///
    /// Disfavoured, so that a literal inside `\( )` is a value and not SQL.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ other: SQL) { sql.append(other) }

    private mutating func bind(_ value: (any ValueConvertible)?) {
      sql.text += SQL.markerText
      sql.bindings.append(value)
    }

    private mutating func bindList(_ values: some Sequence<any ValueConvertible>) {
      var isEmpty = true
      for value in values {
        sql.text += isEmpty ? "(" : ", "
        isEmpty = false
        bind(value)
      }
      if isEmpty {
        sql.identifiers.append(Identifier(offset: sql.text.utf8.count, names: []))
      } else {
        sql.text += ")"
      }
    }
  }
}
