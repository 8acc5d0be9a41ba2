import Foundation
import ORDA

/// Cuts a statement into words, numbers, signs and what stands in quotes, with the quotes. The last one is empty.
func tokens(of sql: String) throws -> [Substring] {
  var tokens: [Substring] = []
  var rest = sql[...].unicodeScalars
  while let first = rest.first {
    let start = rest
    if first.properties.isWhitespace {
      rest.removeFirst()
      continue
    } else if rest.starts(with: "--".unicodeScalars) {
      rest = rest.drop { $0 != "\n" }
      continue
    } else if rest.starts(with: "/*".unicodeScalars) {
      while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
      rest = rest.dropFirst(2)
      continue
    } else if first == "'" || first == "\"" {
      // A doubled quote ends one piece and begins the next.
      while rest.first == first {
        rest = rest.dropFirst().drop { $0 != first }
        if rest.popFirst() == nil { throw DatabaseError(.syntax, "a quote is not closed") }
      }
    } else if first.isDigit {
      rest = rest.drop { $0.isDigit || $0 == "." }
    } else if first.isLetter {
      rest = rest.drop { $0.isLetter || $0.isDigit }
    } else {
      rest = rest.dropFirst(["<=", ">=", "<>", "!="].contains(String(rest.prefix(2))) ? 2 : 1)
    }
    tokens.append(Substring(start[..<rest.startIndex]))
  }
  return tokens + [sql[sql.endIndex...]]
}

extension Substring {
  /// What stands between quotes, in which two of them are one; nil for a token that is not in such.
  func content(between quote: String) -> String? {
    guard utf8.first == quote.utf8.first else { return nil }
    return String(unicodeScalars.dropFirst().dropLast())
      .replacingOccurrences(of: quote + quote, with: quote, options: .literal)
  }

  var isNumber: Bool { unicodeScalars.first?.isDigit ?? false }
  var isWord: Bool { unicodeScalars.first?.isLetter ?? false }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isLetter: Bool { self == "_" || properties.isAlphabetic }
}
