/// The key of an element of a numbered table, and of what a class inherits.
struct CodingName: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of the element with this index, which begins at 0; the name in a numbered table is one higher.
  init(index: Int) { self.init(intValue: index) }

  /// What a class inherits is a table of this name, by the standard library's convention.
  static let inherited = CodingName(stringValue: "super")
}
