#if Shelf
  import ORDAImport

  /// A condition on a member of an object's JSON: `age > 30`, `address.town = "Paris"`.
  struct ShelfCondition: Sendable {
    /// How the member and the value are compared.
    enum Comparison: String, CaseIterable, Sendable {
      // Those of two characters first, since the others are prefixes of them.
      case atLeast = ">="
      case atMost = "<="
      case notEqual = "!="
      case same = "=="
      case equal = "="
      case less = "<"
      case greater = ">"
    }

    /// A text that is not a condition.
    struct Fault: Error, CustomStringConvertible {
      let description: String
    }

    let path: JSONPath
    let comparison: Comparison
    let value: JSONValue

    /// - Throws: ``Fault``.
    init(_ text: String) throws {
      let bytes = Array(text.utf8)
      // A quoted operator is part of a name or a string.
      var (isQuoted, isEscaped) = (false, false)
      var place = 0
      while place < bytes.count {
        let byte = bytes[place]
        if !isQuoted, "<>=!".utf8.contains(byte) { break }
        if byte == 0x22, !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && byte == 0x5C && !isEscaped
        place += 1
      }
      let rest = bytes[place...]
      guard let comparison = Comparison.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }) else {
        throw Fault(description: "a condition is a member, one of = != < <= > >=, and a value, as in 'age > 30'")
      }
      self.comparison = comparison
      path = try JSONPath(String(decoding: bytes[..<place], as: UTF8.self))
      let value = String(decoding: rest.dropFirst(comparison.rawValue.utf8.count), as: UTF8.self)
      do { self.value = try JSONReader.read(value) } catch {
        throw Fault(
          description: """
            '\(value.trimmingBlanks)' is no value: a text stands in quotes, as in 'name = "Dax"'; other values are numbers, \
            true, false and null
            """)
      }
    }

    /// True if an object meets it. What is missing is null, and neither less nor greater than anything.
    func isMet(by object: JSONValue) -> Bool {
      let found = path.value(in: object) ?? .null
      switch comparison {
      case .equal, .same: return found.isSame(as: value)
      case .notEqual: return !found.isSame(as: value)
      case .less: return found.order(value) == .before
      case .greater: return found.order(value) == .after
      case .atMost: return [.before, .equal].contains(found.order(value))
      case .atLeast: return [.after, .equal].contains(found.order(value))
      }
    }
  }

  extension String {
    /// The text without blanks at its ends.
    var trimmingBlanks: Substring {
      var text = self[...]
      while text.first?.isWhitespace == true { text.removeFirst() }
      while text.last?.isWhitespace == true { text.removeLast() }
      return text
    }
  }
#endif
