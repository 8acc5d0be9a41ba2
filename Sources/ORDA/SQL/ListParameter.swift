/// A parameter of a text that takes a list: where a program wrote `\(list:)`.
public struct ListParameter: Sendable {
  /// The parameter, counted from 0 as those that are bound.
  public let index: Int
  /// What its lists hold.
  public let shape: ListShape
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

  func value() throws(DatabaseError) -> Value { .null }
}

extension SQL {
  /// A list among the interpolated values.
  struct InterpolatedList {
    let shape: ListShape
    /// True where the caller gives it when the statement is run.
    let isOpen: Bool
  }

  /// The lists among the interpolated values, by their places there.
  var lists: [Int: InterpolatedList] {
    var lists: [Int: InterpolatedList] = [:]
    guard hasLists else { return lists }
    for (place, binding) in bindings.enumerated() {
      if let list = binding as? ValueList {
        lists[place] = InterpolatedList(shape: list.shape, isOpen: false)
      } else if let open = binding as? OpenList {
        lists[place] = InterpolatedList(shape: open.shape, isOpen: true)
      }
    }
    return lists
  }
}
