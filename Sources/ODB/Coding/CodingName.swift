/// The key of an element of a numbered table, or of what a class inherits.
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

  /// The key of the element with this index, counted from 0; its name in a numbered table is one higher.
  init(index: Int) { self.init(intValue: index) }

  /// By the standard library's convention, what a class inherits is a table of this name.
  static let inherited = CodingName(stringValue: "super")
}
