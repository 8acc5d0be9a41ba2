extension DatabaseError.Kind {
  /// A table, view, index, column or other object of that name is there already.
  public static let alreadyExists = DatabaseError.Kind(name: "alreadyExists")
}
