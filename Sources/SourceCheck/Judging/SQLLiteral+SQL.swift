import ORDA

extension SQLLiteral {
  /// Stands for a bound value in the examined text.
  static let mark = "\u{1}"

  /// The examined text, with marks for values.
  func shown(_ part: Part) -> String {
    switch part {
    case .text(let text): text
    case .value, .list: Self.mark
    case .values: "(\(Self.mark))"
    case .identifier(let names): names.map { "\"\($0)\"" }.joined(separator: ".")
    case .unknown: ""
    }
  }

  /// The SQL that the program makes from it, with NULLs for values; nil if that is not known.
  var sql: SQL? {
    var made = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for part in parts {
      switch part {
      case .text(let text): made.appendLiteral(text)
      case .value: made.appendInterpolation(Int?.none)
      case .values: made.appendInterpolation(in: [0])
      case .list(nil, _): made.appendInterpolation(list: [Int]())
      case .list(let column?, _): made.appendInterpolation(list: [Int](), of: ColumnName(stringLiteral: column))
      case .identifier(let names): made.appendInterpolation(sql: names.identifier)
      case .unknown: return nil
      }
    }
    return SQL(stringInterpolation: made)
  }
}

extension [String] {
  /// The names, quoted, with dots between them.
  fileprivate var identifier: SQL { map { "\(identifier: $0)" as SQL }.joined(separator: ".") }
}
