/// A family of options whose names the table doesn't list, such as `pragma.` followed by the name of any pragma.
public struct OptionNamespace: Sendable {
  /// What precedes the dot, for example `pragma`.
  public let name: String
  /// One sentence for the documentation, with its full stop.
  public let summary: String
  /// Says why a name after the dot is refused, in words that continue a sentence after a colon; nil if it is fine.
  public let refusal: @Sendable (_ name: String) -> String?

  /// A family of options.
  ///
  /// - Parameters:
  ///   - name: What precedes the dot.
  ///   - summary: One sentence for the documentation.
  ///   - refusal: Says why a name is refused, or nil. Names that are not plain identifiers are refused beforehand.
  public init(
    _ name: String, summary: String, refusal: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.refusal = { suffix in
      // Drivers paste such names into SQL text, so nothing but an identifier gets through.
      let first = suffix.utf8.first.map { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") } ?? false
      guard first, suffix.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }) else {
        return "a name here is letters, digits and _, and begins with no digit"
      }
      return refusal(suffix)
    }
  }
}
