/// How a database wants parameters to be written in its driver's text.
///
/// Programs may write them in any way on all databases: `?`, `?5`, `:name`, or interpolated.
public enum ParameterStyle: Sendable, Hashable {
  /// `?` for each place: a parameter used twice is bound twice.
  case questionMarks
  /// `$1`, `$2`: a parameter used twice has the same number, and is bound once. What a program itself writes like this
  /// is read like `?1` and `?2`.
  case dollarNumbers
  /// `:1`, `:2`: like ``dollarNumbers``.
  case colonNumbers

  /// The byte that begins a parameter.
  var sign: UInt8 {
    switch self {
    case .questionMarks: UInt8(ascii: "?")
    case .dollarNumbers: UInt8(ascii: "$")
    case .colonNumbers: UInt8(ascii: ":")
    }
  }

  /// Appends a parameter to a text, separated from what it would be read together with: a name, a sign that begins one,
  /// and a question mark, since two of these may be an operator.
  ///
  /// - Parameter number: From 1; 0 for a question mark that is not a parameter.
  func append(_ number: Int, to text: inout [UInt8]) {
    guard self != .questionMarks, number > 0 else {
      if number > 0, text.last == UInt8(ascii: "?") { text.append(UInt8(ascii: " ")) }
      return text.append(UInt8(ascii: "?"))
    }
    let signs = [UInt8(ascii: ":"), UInt8(ascii: "@")]
    if let last = text.last, Tokenizer.isNameByte(last) || signs.contains(last) { text.append(UInt8(ascii: " ")) }
    text.append(sign)
    text += String(number).utf8
  }

  /// True if this byte directly after a parameter would turn it into another one.
  func continues(with byte: UInt8) -> Bool {
    self == .questionMarks
      ? Tokenizer.isDigit(byte) || byte == UInt8(ascii: "?") : Tokenizer.isNameByte(byte)
  }
}
