/// A parameter of a text that takes a list, written as `\(list:)`.
public struct ListParameter: Sendable {
  /// The parameter, counted from 0 like bound ones.
  public let index: Int
  /// What its lists contain.
  public let shape: ListShape
  /// The column that the list is compared with, if the program names it with `\(list:of:)`. A driver ensures that such
  /// a column exists, and that its collation and its index are used whatever the list contains.
  public let column: ColumnName?
  /// The parameter's bytes in the text.
  let range: Range<Int>
}

extension [ListParameter] {
  /// Checks that a list may be bound to a parameter: that it takes one, with such rows.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse`.
  public func check(_ list: ValueList, at index: Int) throws(DatabaseError) {
    guard let parameter = first(where: { $0.index == index }) else { throw .listInPlaceOfValue(at: index) }
    if parameter.shape.takes(list.shape) { return }
    throw DatabaseError(
      .misuse, "parameter \(index + 1) takes a list of other types; give it one of those that its \\(list:) names")
  }
}

/// Takes the place among a text's bound values of a list that is given when the statement is run.
struct OpenList: ValueConvertible {
  let shape: ListShape
  var column: ColumnName?

  func value() throws(DatabaseError) -> Value { .null }
}

/// A list compared with a named column.
struct ColumnList: ValueConvertible {
  let list: ValueList
  let column: ColumnName

  func value() throws(DatabaseError) -> Value { try list.value() }
  func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { try list.bind(to: target, at: index) }
}

extension SQL {
  /// A list among the interpolated values.
  struct InterpolatedList {
    let shape: ListShape
    var column: ColumnName?
    /// True if the caller provides it when the statement is run.
    var isOpen = false

    /// A text that distinguishes it from lists of another shape, or compared with another column.
    var key: String { "\(isOpen ? "open " : "")\(shape.key)\(column?.key ?? "")" }

    /// Checks that what it names is one column of a table.
    ///
    /// - Throws: ``DatabaseError`` of kind `misuse`.
    func checkColumn() throws(DatabaseError) {
      guard let column else { return }
      try column.check()
      guard shape.columnCount == 1 else {
        throw DatabaseError(
          .misuse,
          "a list of rows is compared with several columns, and \\(list:of:) names one, \(column); leave that out")
      }
    }
  }

  /// The lists among the interpolated values, by their places there.
  var lists: [Int: InterpolatedList] {
    var lists: [Int: InterpolatedList] = [:]
    guard hasLists else { return lists }
    for (place, binding) in bindings.enumerated() {
      if let list = binding as? ValueList {
        lists[place] = InterpolatedList(shape: list.shape)
      } else if let open = binding as? OpenList {
        lists[place] = InterpolatedList(shape: open.shape, column: open.column, isOpen: true)
      } else if let named = binding as? ColumnList {
        lists[place] = InterpolatedList(shape: named.list.shape, column: named.column)
      }
    }
    return lists
  }
}
