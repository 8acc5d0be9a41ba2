extension DatabaseError {
  /// The bound values, only where the governor was asked to put them into errors.
  public var parameters: [Value]? {
    get { boundValues as? [Value] }
    set { boundValues = newValue }
  }
}
