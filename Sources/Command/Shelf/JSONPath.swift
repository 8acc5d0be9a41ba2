#if Shelf
  import ORDAImport

  /// The place of a value within JSON: names with dots between, and numbers for elements of arrays. A name that contains
  /// anything else is quoted: `address.town`, `tags.0`, `"first name".short`.
  struct JSONPath: Equatable, Sendable {
    /// A text that is not a path.
    struct Fault: Error, CustomStringConvertible {
      let description: String
    }

    let names: [String]

    /// - Throws: ``Fault``.
    init(_ text: String) throws {
      var names: [String] = []
      var rest = text.trimmingBlanks.utf8
      let fault = Fault(
        description:
          "'\(text.trimmingBlanks)' is no member: names have points between, or stand in quotes, as in address.\"first line\""
      )
      while true {
        var name: Substring.UTF8View
        if rest.first == 0x22 {
          var isEscaped = false
          var end = rest.index(after: rest.startIndex)
          while end < rest.endIndex, isEscaped || rest[end] != 0x22 {
            isEscaped = !isEscaped && rest[end] == 0x5C
            end = rest.index(after: end)
          }
          guard end < rest.endIndex else { throw fault }
          name = rest[...end]
          guard case .string(let text)? = try? JSONReader.read(String(Substring(name))) else { throw fault }
          names.append(text)
        } else {
          name = rest.prefix { $0 != 0x2E }
          let word = String(Substring(name))
          guard !word.isEmpty, !word.contains(where: { $0.isWhitespace || $0 == "\"" }) else { throw fault }
          names.append(word)
        }
        rest = rest[name.endIndex...]
        if rest.isEmpty { break }
        guard rest.first == 0x2E else { throw fault }
        rest = rest.dropFirst()
      }
      self.names = names
    }

    /// The value there; nil if there is none.
    func value(in json: JSONValue) -> JSONValue? {
      var value = json
      for name in names {
        switch value {
        case .object(let members):
          guard let member = members.first(where: { $0.name == name }) else { return nil }
          value = member.value
        case .array(let elements):
          guard let index = Int(name), elements.indices.contains(index) else { return nil }
          value = elements[index]
        default: return nil
        }
      }
      return value
    }
  }
#endif
