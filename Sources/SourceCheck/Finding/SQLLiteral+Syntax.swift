#if SourceCheck
  internal import SwiftParser
  internal import SwiftSyntax

  extension SQLLiteral {
    /// The literal in an expression, or several with `+` between them; nil if there is none.
    init?(_ expression: ExprSyntax, base: Int) {
      let expression = expression.plain
      self.init(start: base + expression.positionAfterSkippingLeadingTrivia.utf8Offset)
      if let literal = expression.as(StringLiteralExprSyntax.self) {
        append(literal, base)
        return
      }
      guard let sequence = expression.as(SequenceExprSyntax.self) else { return nil }
      for (number, element) in sequence.elements.enumerated() {
        if number % 2 == 1 {
          guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
        } else if let literal = element.as(StringLiteralExprSyntax.self) {
          append(literal, base)
        } else if number > 0 {
          append(.unknown)
        } else {
          return nil
        }
      }
    }

    private mutating func append(_ literal: StringLiteralExprSyntax, _ base: Int) {
      let pounds = literal.openingPounds?.text.utf8.count ?? 0
      for segment in literal.segments {
        switch segment {
        case .stringSegment(let text):
          append(text.content.text, pounds, at: base + text.content.positionAfterSkippingLeadingTrivia.utf8Offset)
        case .expressionSegment(let inserted): append(inserted, base)
        }
      }
    }

    /// Appends the text between quotes.
    private mutating func append(_ written: String, _ pounds: Int, at source: Int) {
      let bytes = Array(written.utf8)
      guard bytes.contains(0x5C) else { return append(written, at: source) }
      let mark = [0x5C] + [UInt8](repeating: 0x23, count: pounds)
      var plain = 0
      var place = 0
      func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      while place < bytes.count {
        guard bytes[place...].starts(with: mark), place + mark.count < bytes.count else {
          place += 1
          continue
        }
        append(text(plain..<place), at: source + plain)
        let start = place
        place += mark.count
        let sign = bytes[place]
        place += 1
        if sign == UInt8(ascii: "u"), let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) {
          let scalar = UInt32(text((place + 1)..<end), radix: 16).flatMap(Unicode.Scalar.init)
          append(scalar.map { String($0) } ?? "", at: source + start)
          place = end + 1
        } else {
          append(Self.escapes[sign] ?? text((place - 1)..<place), at: source + start)
        }
        plain = place
      }
      append(text(plain..<bytes.count), at: source + plain)
    }

    private static let escapes: [UInt8: String] = [
      UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "0"): "\0",
    ]

    /// Appends an interpolation.
    private mutating func append(_ inserted: ExpressionSegmentSyntax, _ base: Int) {
      let arguments = Array(inserted.expressions)
      guard let first = arguments.first else { return append(.unknown) }
      switch first.label?.text {
      case nil where arguments.count == 1:
        append(first.expression.isSurelySQL ? .unknown : .value(isCertain: first.expression.isSurelyValue))
      case "in" where arguments.count == 1: append(.values)
      case "list": append(list(arguments))
      case "identifier":
        let names = arguments.compactMap { $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
        append(names.count == arguments.count ? .identifier(names) : .unknown)
      case "raw":
        guard let literal = first.expression.as(StringLiteralExprSyntax.self), arguments.count == 1,
          literal.representedLiteralValue != nil
        else { return append(.unknown) }
        append(literal, base)
      default: append(.unknown)
      }
    }

    private func list(_ arguments: [LabeledExprSyntax]) -> Part {
      // The number of columns in a list of rows is unknown.
      if case .text(let before)? = parts.last {
        let words = before.uppercased().split(whereSeparator: \.isWhitespace)
        if words.last == "IN", words.dropLast().last == "NOT" ? words.dropLast(2).last?.last == ")" : false {
          return .unknown
        }
        if words.last == "IN", words.dropLast().last?.last == ")" { return .unknown }
      }
      let types = arguments.filter { $0.expression.namedType != nil }
      guard types.count < 2 else { return .unknown }
      guard let column = arguments.first(where: { $0.label?.text == "of" }) else {
        return arguments.count == 1 ? .list(column: nil, isOpen: !types.isEmpty) : .unknown
      }
      guard let name = column.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        return .unknown
      }
      return .list(column: name, isOpen: !types.isEmpty)
    }
  }
#endif
