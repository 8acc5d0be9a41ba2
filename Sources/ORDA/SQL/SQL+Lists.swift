extension SQL.StringInterpolation {
  /// Binds a list of values as one parameter, as `IN` wants it: `WHERE id IN \(list: ids)`.
  ///
  /// It matches what `\(in:)` matches, and nothing if the list is empty. The text is the same for lists of all lengths,
  /// so it is prepared once, and 70,000 values are as welcome as three. For a small, constant number of values `\(in:)`
  /// is a little faster.
  ///
  /// On a database without ``Capability/lists`` the statement is refused, with kind `unsupported`.
  public mutating func appendInterpolation<Values: Sequence>(list values: Values)
  where Values.Element: ValueConvertible { bindOne(ValueList(values)) }

  /// Binds a list of values of any types as one parameter.
  @_disfavoredOverload
  public mutating func appendInterpolation(list values: [any ValueConvertible]) { bindOne(ValueList(values)) }

  /// Binds a list of rows as one parameter: `WHERE (album, place) IN \(list: keys)`, with tuples for keys.
  @_disfavoredOverload
  public mutating func appendInterpolation<each T: ValueConvertible>(list rows: some Sequence<(repeat each T)>) {
    bindOne(ValueList(rows: rows))
  }

  /// Binds a list as one parameter.
  public mutating func appendInterpolation(list: ValueList) { bindOne(list) }

  /// Binds a list of values as one parameter that is compared with a named column: `WHERE name IN \(list: names, of:
  /// "person.name")`.
  ///
  /// It finds the same as the list without the name, and uses the column's index whatever the list contains. Without
  /// the name MariaDB refuses a list with a letter that the column's character set lacks; with it no row equals such a
  /// text.
  ///
  /// The statement fails with kind `noSuchTable` or `noSuchColumn` if there is no such column, and with `misuse` for a name
  /// that is not `table.column`.
  public mutating func appendInterpolation<Values: Sequence>(list values: Values, of column: ColumnName)
  where Values.Element: ValueConvertible { bindOne(ColumnList(list: ValueList(values), column: column)) }

  /// Binds a list of values of any types as one parameter that is compared with a named column.
  @_disfavoredOverload
  public mutating func appendInterpolation(list values: [any ValueConvertible], of column: ColumnName) {
    bindOne(ColumnList(list: ValueList(values), column: column))
  }

  /// Binds a list as one parameter that is compared with a named column; the list itself has one column.
  public mutating func appendInterpolation(list: ValueList, of column: ColumnName) {
    bindOne(ColumnList(list: list, column: column))
  }

  /// Leaves a place for a list of a type's values, which is given as a ``ValueList`` each time the statement is run.
  public mutating func appendInterpolation<T: ValueConvertible>(list type: T.Type) {
    bindOne(OpenList(shape: ListShape(kinds: [ParameterKind(ofAll: type)])))
  }

  /// Leaves a place for a list of a type's values that is compared with a named column.
  public mutating func appendInterpolation<T: ValueConvertible>(list type: T.Type, of column: ColumnName) {
    bindOne(OpenList(shape: ListShape(kinds: [ParameterKind(ofAll: type)]), column: column))
  }

  /// Leaves a place for a list of rows of these types, which is given each time the statement is run.
  public mutating func appendInterpolation<each T: ValueConvertible>(list types: repeat (each T).Type) {
    var kinds: [ParameterKind?] = []
    for type in repeat each types { kinds.append(ParameterKind(ofAll: type)) }
    bindOne(OpenList(shape: ListShape(kinds: kinds)))
  }

  private mutating func bindOne(_ list: any ValueConvertible) {
    sql.text += SQL.markerText
    sql.bindings.append(list)
    sql.hasLists = true
  }
}
