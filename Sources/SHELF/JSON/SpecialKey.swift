/// The names of SHELF's own members in the JSON of a program's objects. They begin and end with characters that no
/// other names have.
enum SpecialKey {
  /// The only member of a reference, whose value is an id.
  static let reference = "ㅅ\(referenceCore)፠‘"
  /// The part of ``reference`` that every JSON writer writes the same way.
  static let referenceCore = "m80uo4mTQVCIsNF7GCD4KQ"
  /// A reference's rule, unless it is to become nil.
  static let rule = "onDelete"
  /// Names bytes that are stored beside the JSON.
  static let binary = "ㅅ\(binaryCore)፠‘"
  static let binaryCore = "q3Vb0sZyTkOoW1pXc2JmRg"
  /// Which version of its type wrote an object, unless it is the first.
  static let version = "ㅅ\(versionCore)፠‘"
  static let versionCore = "shelfVersion"
}
