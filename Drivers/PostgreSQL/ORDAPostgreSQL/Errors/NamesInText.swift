internal import ORDA

/// The names in the text of a statement, which does not contain bound values.
struct NamesInText {
  /// The words and names as the server reads them, without quotes, in their order.
  private let names: [String]
  /// Names with their tables or schemas, joined by dots.
  let qualified: [String]
  /// Whether the text has parameters: without them nothing is bound.
  let hasParameters: Bool
  private let known: Set<String>

  init(_ sql: String) {
    var names: [String] = []
    var qualified: [String] = []
    var path: [String] = []
    var isAfterDot = false
    var hasParameters = false
    var reader = SQLTokens(sql, dialect: PostgreSQLDialect.dialect)
    func endPath() {
      if path.count > 1 { qualified.append(path.joined(separator: ".")) }
      path = []
    }
    while let token = try? reader.next() {
      switch token.kind {
      case .word, .quotedName:
        let name = token.kind == .word ? token.text.lowercased() : token.name
        if !isAfterDot { endPath() }
        names.append(name)
        path.append(name)
        isAfterDot = false
      default:
        if token.kind == .parameter { hasParameters = true }
        isAfterDot = token.text == "." && !path.isEmpty
        if !isAfterDot { endPath() }
      }
    }
    endPath()
    self.names = names
    self.qualified = qualified
    self.hasParameters = hasParameters
    known = Set(names).union(qualified)
  }

  /// Whether the text has a name or a qualified name.
  func contains(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return known.contains(name) || parts.allSatisfy { known.contains(String($0)) }
  }

  /// Whether the text begins with these words.
  func begins(with words: String...) -> Bool { names.starts(with: words) }

  /// The last name of the text that is one of these.
  func last(among these: [String]) -> String? { names.last { these.contains($0) } }

  /// The first name after a word that is one of these.
  func name(after word: String, among these: [String]) -> String? {
    guard let place = names.firstIndex(of: word) else { return nil }
    return names[(place + 1)...].first { these.contains($0) }
  }
}
