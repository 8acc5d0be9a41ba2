/// The names of members that are SHELF's own, in the JSON of a program's objects. They begin and end with signs that nobody
/// else's names do.
enum SpecialKey {
  /// The one member of a reference, whose value is an id.
  static let reference = "ㅅ\(referenceCore)፠‘"
  /// The part of ``reference`` that no writer of JSON writes in another way.
  static let referenceCore = "m80uo4mTQVCIsNF7GCD4KQ"
  /// A reference's rule, where it is another than to become nil.
  static let rule = "onDelete"
  /// Names bytes that are stored besides the JSON.
  static let binary = "ㅅ\(binaryCore)፠‘"
  static let binaryCore = "q3Vb0sZyTkOoW1pXc2JmRg"
  /// Which version of its type wrote an object, where that is not the first.
  static let version = "ㅅ\(versionCore)፠‘"
  static let versionCore = "shelfVersion"
}
