/// Writes a column's default for another database.
struct DefaultTranslator {
  let source: Dialect
  let target: Dialect
  let types: any SchemaDialect

  /// A default, as far as its meaning is known.
  private enum Meaning {
    case constant(Value)
    /// The day, the time, or both, of the insertion.
    case now(ColumnType)
  }

  /// The default for a column of a type; nil if it is an expression that is not known to mean the same, or not a value
  /// of the type.
  func translate(_ text: String, for type: ColumnType) -> String? {
    switch meaning(of: text) {
    case nil: return nil
    case .constant(.null): return "NULL"
    case .constant(let value): return constant(value, type)
    case .now(.timestamp):
      switch type {
      case .timestamp, .instant: return "CURRENT_TIMESTAMP"
      case .text: return "(CURRENT_TIMESTAMP)"
      default: return nil
      }
    case .now(let moment):
      guard moment == type || type == .text else { return nil }
      return moment == .date ? "(CURRENT_DATE)" : "(CURRENT_TIME)"
    }
  }

  private func constant(_ value: Value, _ type: ColumnType) -> String? {
    guard let fitting = (try? type.value(from: value)) ?? number(value).flatMap({ try? type.value(from: $0) }) else {
      return nil
    }
    switch (type, fitting) {
    case (.text(let maximum?), .text(let text)) where text.unicodeScalars.count > maximum: return nil
    case (.bytes(let maximum?), .bytes(let bytes)) where bytes.count > maximum: return nil
    default: return types.constant(fitting, of: type) ?? SQLLiteral.constant(fitting, in: target)
    }
  }

  /// The number in a text: some databases write a number's default in quotes.
  private func number(_ value: Value) -> Value? {
    guard case .text(let text) = value else { return nil }
    return ExactDecimal(text).map { .decimal($0) }
  }

  // MARK: Reading

  private func meaning(of text: String) -> Meaning? {
    guard var tokens = try? text.readingUTF8(tokens) else { return nil }
    while true {
      // PostgreSQL tells what a constant is: `'\x00ff'::bytea`.
      if let cast = Self.cast(in: tokens) {
        let isBytes = tokens.last?.text == "bytea"
        tokens.removeSubrange(cast...)
        if isBytes, tokens.count == 1, tokens[0].text.hasPrefix("'\\x") {
          tokens[0] = (.blob, "x'" + tokens[0].text.dropFirst(3))
        }
      } else if tokens.count >= 2, tokens.first?.text == "(", tokens.last?.text == ")" {
        tokens = Array(tokens.dropFirst().dropLast())
      } else {
        break
      }
    }
    var sign = ""
    if let first = tokens.first, first.text == "-" || first.text == "+" {
      sign = first.text == "-" ? "-" : ""
      tokens.removeFirst()
      guard tokens.first?.kind == .number else { return nil }
    }
    guard let first = tokens.first else { return nil }
    switch first.kind {
    case .number where tokens.count == 1:
      return (Int64(sign + first.text).map { .int($0) } ?? ExactDecimal(sign + first.text).map { .decimal($0) })
        .map { .constant($0) }
    case .string where tokens.count == 1:
      return SQLLiteral.text(first.text.utf8, in: source).map { .constant(.text($0)) }
    case .blob where tokens.count == 1:
      return Self.bytes(first.text).map { .constant(.bytes($0)) }
    case .word: return word(first.text.uppercased(), tokens.dropFirst())
    default: return nil
    }
  }

  /// Where a cast of the whole begins.
  private static func cast(in tokens: [(kind: Token.Kind, text: String)]) -> Int? {
    var depth = 0
    return tokens.firstIndex { token in
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      return depth == 0 && token.text.first == ":"
    }
  }

  private func word(_ word: String, _ rest: ArraySlice<(kind: Token.Kind, text: String)>) -> Meaning? {
    if word == "B", rest.count == 1, let bits = rest.first, bits.kind == .string {
      return UInt64(bits.text.filter { $0 != "'" }, radix: 2).map { .constant(.integer($0)) }
    }
    let hasArguments = !rest.isEmpty
    // The parentheses contain a number of digits.
    guard
      !hasArguments
        || rest.first?.text == "(" && rest.last?.text == ")"
          && rest.dropFirst().dropLast().allSatisfy({ $0.kind == .number })
    else { return nil }
    switch word {
    case "CURRENT_TIMESTAMP", "NOW", "LOCALTIMESTAMP", "LOCALTIME": return .now(.timestamp)
    case "CURRENT_DATE", "CURDATE": return .now(.date)
    case "CURRENT_TIME", "CURTIME": return .now(.time)
    case "NULL" where !hasArguments: return .constant(.null)
    case "TRUE" where !hasArguments: return .constant(.int(1))
    case "FALSE" where !hasArguments: return .constant(.int(0))
    default: return nil
    }
  }

  private func tokens(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(DatabaseError) -> [(kind: Token.Kind, text: String)] {
    var tokenizer = Tokenizer(bytes, dialect: source)
    var tokens: [(kind: Token.Kind, text: String)] = []
    while let token = try tokenizer.next() {
      tokens.append((token.kind, String(decoding: bytes[token.start..<token.end], as: UTF8.self)))
    }
    return tokens
  }

  private static func bytes(_ literal: String) -> [UInt8]? {
    let digits = Array(literal.dropFirst(2).dropLast().utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
