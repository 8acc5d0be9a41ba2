/// A parameter of a text that takes a list: where a program wrote `\(list:)`.
public struct ListParameter: Sendable {
  /// The parameter, counted from 0 as those that are bound.
  public let index: Int
  /// What its lists hold.
  public let shape: ListShape
  /// The column that the list is compared with, where the program names it, by `\(list:of:)`. A driver sees that there is such a
  /// column, and that its collation and its index are used whatever the list holds.
  public let column: ColumnName?
  /// The parameter's bytes in the text.
  let range: Range<Int>
}

extension [ListParameter] {
  /// Makes sure that a list may be bound to a parameter: that it takes one, of such rows.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse`.
  public func check(_ list: ValueList, at index: Int) throws(DatabaseError) {
    guard let parameter = first(where: { $0.index == index }) else { throw .listInPlaceOfValue(at: index) }
    if parameter.shape.takes(list.shape) { return }
    throw DatabaseError(
      .misuse, "parameter \(index + 1) takes a list of other types; give it one of those that its \\(list:) names")
  }
}

/// Stands among a text's bound values for a list that is given when the statement is run.
struct OpenList: ValueConvertible {
  let shape: ListShape
  var column: ColumnName?

  func value() throws(DatabaseError) -> Value { .null }
}

/// A list that is compared with a column that is named.
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
    /// True if the caller gives it when the statement is run.
    var isOpen = false

    /// A text that no list of another shape has, or that is compared with another column.
    var key: String { "\(isOpen ? "open " : "")\(shape.key)\(column?.key ?? "")" }

    /// Makes sure that the column that it names is one column of a table.
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
