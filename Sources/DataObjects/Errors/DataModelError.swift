internal import ORDA

/// Everything that doesn't fit between a model and the database, or the types that it is bound to.
public struct DataModelError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, each with the entry that it is about, and the nearest name if there is one.
  public let problems: [String]

  /// `; did you mean notes?`, if there is such a name.
  static func hint(_ name: String, among candidates: [String]) -> String {
    nearestName(to: name, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  /// All problems, a line each.
  public var description: String { problems.joined(separator: "\n") }
}
