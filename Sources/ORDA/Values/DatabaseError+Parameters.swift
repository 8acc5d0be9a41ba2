extension DatabaseError {
  /// The bound values, only if the governor was asked to include them in errors.
  public var parameters: [Value]? {
    get { boundValues as? [Value] }
    set { boundValues = newValue }
  }
}

extension DatabaseError {
  /// The error for a list bound where the text has no `\(list:)`.
  ///
  /// - Parameter index: The parameter, counted from 0.
  static func listInPlaceOfValue(at index: Int) -> DatabaseError {
    DatabaseError(
      .misuse, "parameter \(index + 1) takes no list; a list is given where the text has \\(list:), behind IN")
  }

  /// The error for something other than a list, bound where the text has a `\(list:)`.
  ///
  /// - Parameter index: The parameter, counted from 0.
  public static func valueInPlaceOfList(at index: Int) -> DatabaseError {
    DatabaseError(.misuse, "parameter \(index + 1) takes a list; give it a ValueList")
  }
}
