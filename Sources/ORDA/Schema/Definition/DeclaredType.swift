/// A type as SQL declares it, in parts: `DECIMAL(10, 2) UNSIGNED` is the word `DECIMAL`, the numbers 10 and 2, and a
/// following word.
///
/// A ``SchemaDialect`` reads columns' types with it. Any text can be split; if it makes no sense the words are empty.
public struct DeclaredType: Sendable, Hashable {
  /// The words before the parenthesis in capitals, one space between them: `DOUBLE PRECISION`.
  public var name: String
  /// The whole numbers in the parentheses; empty if there are none, or something else is there.
  public var arguments: [Int]
  /// The words after the parenthesis, in capitals; without a parenthesis all words are in ``name``.
  public var suffix: String

  /// Splits a type.
  public init(_ text: String) {
    let open = text.firstIndex(of: "(")
    let close = open.flatMap { text[$0...].firstIndex(of: ")") }
    guard let open, let close else {
      name = Self.words(text)
      arguments = []
      suffix = ""
      return
    }
    name = Self.words(text[..<open])
    suffix = Self.words(text[text.index(after: close)...])
    let parts = text[text.index(after: open)..<close].split(separator: ",").map { part in
      Int(part.filter { $0 != " " && $0 != "\t" })
    }
    arguments = parts.contains(nil) ? [] : parts.compactMap { $0 }
  }

  /// True if one of the words is `word`, which is in capitals.
  public func has(_ word: String) -> Bool {
    name.split(separator: " ").contains { $0 == word } || suffix.split(separator: " ").contains { $0 == word }
  }

  /// The word in databases that have one for each size of whole numbers: `TINYINT` to `BIGINT`, followed by `UNSIGNED`.
  public static func sizedInteger(bits: Int, isUnsigned: Bool) -> String {
    let word =
      switch bits {
      case ...8: "TINYINT"
      case ...16: "SMALLINT"
      case ...24: "MEDIUMINT"
      case ...32: "INT"
      default: "BIGINT"
      }
    return isUnsigned ? word + " UNSIGNED" : word
  }

  private static func words(_ text: some StringProtocol) -> String {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map { $0.uppercased() }.joined(separator: " ")
  }
}
