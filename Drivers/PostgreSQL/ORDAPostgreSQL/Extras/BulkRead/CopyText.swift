internal import ORDA

/// The text of a `COPY (…) TO STDOUT`, which takes no parameters: values are written into it.
struct CopyText {
  /// The query, with its values.
  let query: String

  /// - Throws: `misuse` for a parameter without a value, and what a value's conversion throws.
  init(_ sql: SQL) throws {
    var text = sql.render(PostgreSQLDialect.dialect)
    text.makeContiguousUTF8()
    var written = ""
    var done = text.startIndex
    var bindings = sql.bindings.makeIterator()
    var tokens = SQLTokens(text, dialect: PostgreSQLDialect.dialect)
    while let token = try tokens.next() {
      let replacement: String
      switch token.text {
      case "\u{1}":
        guard let value = bindings.next() else { throw Self.hiddenValue }
        replacement = try Self.literal(value)
      case "??" where token.kind == .sign: replacement = "?"
      // Its end would be inside the parentheses.
      case ";" where token.kind == .sign: replacement = ""
      case _ where token.kind == .parameter:
        throw DatabaseError(
          .misuse, "COPY takes no parameters, such as \(token.text): interpolate the value, \"… = \\(value)\"",
          sql: text)
      default: continue
      }
      written += text[done..<token.text.startIndex] + replacement
      done = token.text.endIndex
    }
    if bindings.next() != nil { throw Self.hiddenValue }
    query = written + text[done...]
  }

  private static var hiddenValue: DatabaseError {
    DatabaseError(.misuse, "a value stands in quotes or in a comment, where none can be bound")
  }

  /// The statement.
  func statement(_ options: String = "") -> String {
    // A comment at the query's end must not reach the parenthesis.
    "COPY (\(query)\n) TO STDOUT\(options)"
  }

  /// A value as a literal of its type; of a text the server decides what it is, as it does for a parameter.
  private static func literal(_ value: (any ValueConvertible)?) throws -> String {
    let literal = CopyLiteral()
    if let value { try value.bind(to: literal, at: 0) }
    if case .int(let number) = literal.bound, number > .min { return " (\(number)) " }
    guard let text = literal.bound.text else { return " NULL " }
    guard !text.contains(0) else {
      throw DatabaseError(.unsupported, "PostgreSQL's texts hold no NUL; store it as bytes")
    }
    // Spaces, since a sign before it or a letter behind it would be read together with it.
    // By bytes, for a quote and an accent behind it are one character to Swift.
    var quoted = Array(" E'".utf8)
    for byte in text {
      if byte == 0x27 || byte == 0x5C { quoted.append(byte) }
      quoted.append(byte)
    }
    quoted.append(0x27)
    return String(decoding: quoted, as: UTF8.self) + literal.bound.literalType + " "
  }
}

/// Keeps one value.
private final class CopyLiteral: BindTarget {
  private(set) var bound = BoundValue.null

  func bindNull(at index: Int) { bound = .null }
  func bind(_ value: Int64, at index: Int) { bound = .int(value) }
  func bind(_ value: Double, at index: Int) { bound = .double(value) }
  func bind(_ value: String, at index: Int) { bound = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound = .bytes(Array(bytes)) }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bound = .null
    case .int(let number): bound = .int(number)
    default: bound = .value(value)
    }
  }
}

extension BoundValue {
  /// The cast behind a literal that gives it the value's own type.
  fileprivate var literalType: String {
    switch ownType {
    case ServerType.int8: "::int8"
    case ServerType.float8: "::float8"
    case ServerType.numeric: "::numeric"
    case ServerType.bytea: "::bytea"
    case ServerType.date: "::date"
    case ServerType.time: "::time"
    case ServerType.interval: "::interval"
    case ServerType.timestamp: "::timestamp"
    case ServerType.timestamptz: "::timestamptz"
    case ServerType.uuid: "::uuid"
    default: ""
    }
  }
}
