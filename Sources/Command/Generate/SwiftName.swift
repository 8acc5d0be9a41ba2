/// A database's names in Swift.
enum SwiftName {
  /// `created_at`, `CreatedAt` and `created at` as `createdAt`; nil for a name without a letter or digit.
  static func property(_ name: String) -> String? {
    let words = words(name)
    return words.isEmpty ? nil : joined(words[...])
  }

  /// The same, with a capital letter: `CreatedAt`.
  static func type(_ name: String) -> String? {
    let words = words(name)
    return words.isEmpty ? nil : begun(words.map(capitalized).joined())
  }

  /// `artist_id` and `ArtistId` as `artist`, `id_artist` as well, and `id` as nothing; nil for a name without the word.
  static func withoutID(_ name: String) -> String? {
    let words = words(name)
    if words.last == "id" { return joined(words.dropLast()) }
    return words.first == "id" ? joined(words.dropFirst()) : nil
  }

  /// In backticks if it is a keyword.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A text as a literal of Swift.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  // MARK: Words

  /// The words of a name in lower case: split at anything but letters and digits, and where a capital letter begins a word.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word: [Unicode.Scalar] = []
    func end() {
      if !word.isEmpty { words.append(String(String.UnicodeScalarView(word)).lowercased()) }
      word = []
    }
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.properties.isXIDContinue, scalar != "_" else {
        end()
        continue
      }
      if scalar.properties.isUppercase, let last = word.last {
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        // IDs of rows are words too: `rowID`, `HTMLText`.
        if !last.properties.isUppercase || next?.properties.isLowercase ?? false { end() }
      }
      word.append(scalar)
    }
    end()
    return words
  }

  private static func capitalized(_ word: String) -> String {
    acronyms.contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func joined(_ words: ArraySlice<String>) -> String {
    guard let first = words.first else { return "" }
    return begun(first + words.dropFirst().map(capitalized).joined())
  }

  /// No name begins with a digit.
  private static func begun(_ name: String) -> String {
    name.unicodeScalars.first?.properties.isXIDStart ?? false ? name : "_" + name
  }

  private static let acronyms: Set<String> = ["id", "url", "uuid", "json", "html", "ip"]

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout", "internal",
    "let",
    "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct", "subscript",
    "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "as", "false", "is", "nil", "super",
    "throws", "true", "try",
  ]

  // MARK: Singular and plural

  /// `categories` as `category`, by the plain rules of English; other words stay as they are.
  static func singular(_ name: String) -> String {
    let small = name.lowercased()
    for (ending, with) in [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")]
    where small.hasSuffix(ending) && small.count > ending.count + 1 {
      return name.dropLast(ending.count) + (small == name ? with : with.uppercased())
    }
    let isPlural = small.hasSuffix("s") && !["ss", "us", "is"].contains { small.hasSuffix($0) } && small.count > 2
    return isPlural ? String(name.dropLast()) : name
  }

  /// `category` as `categories`, by the plain rules of English; plurals stay as they are.
  static func plural(_ name: String) -> String {
    let small = name.lowercased()
    guard singular(name) == name, let last = small.last, last.isASCII, last.isLetter else { return name }
    let ending: (dropped: Int, added: String)
    if small.hasSuffix("is") {
      ending = (2, "es")
    } else if last == "y", let before = small.dropLast().last, !"aeiou".contains(before) {
      ending = (1, "ies")
    } else {
      ending = (0, ["s", "x", "z", "ch", "sh"].contains { small.hasSuffix($0) } ? "es" : "s")
    }
    return name.dropLast(ending.dropped) + (name == name.uppercased() ? ending.added.uppercased() : ending.added)
  }
}
