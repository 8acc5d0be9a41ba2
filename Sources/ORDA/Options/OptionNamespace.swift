/// A family of options whose names the table doesn't list, such as `pragma.` with the name of any pragma behind it.
public struct OptionNamespace: Sendable {
  /// What stands before the dot, for example `pragma`.
  public let name: String
  /// One sentence for the documentation, with its full stop.
  public let summary: String
  /// Says why a name behind the dot is refused, in words that continue a sentence after a colon; nil if it is fine.
  public let refusal: @Sendable (_ name: String) -> String?

  /// A family of options.
  ///
  /// - Parameters:
  ///   - name: What stands before the dot.
  ///   - summary: One sentence for the documentation.
  ///   - refusal: Says why a name is refused, or nil. Names that are no plain identifier are refused beforehand.
  public init(
    _ name: String, summary: String, refusal: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.refusal = { suffix in
      // Such names are pasted into SQL text by the drivers, so nothing but an identifier gets through.
      let first = suffix.utf8.first.map { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") } ?? false
      guard first, suffix.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }) else {
        return "a name here is letters, digits and _, and begins with no digit"
      }
      return refusal(suffix)
    }
  }
}
