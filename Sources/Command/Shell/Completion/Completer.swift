/// Finds what could complete a text: words of SQL, tables, columns, and the shell's own commands.
struct Completer {
  /// The existing tables, each with its columns.
  struct Names: Equatable, Sendable {
    var columns: [String: [String]] = [:]
    var tables: [String] { columns.keys.sorted() }
  }

  /// The names in the database, requested only if they matter.
  let names: () -> Names
  /// Quotes a name that is not a plain word as the database wants it.
  let quote: (String) -> String

  /// Completions for a text that ends at the cursor.
  func complete(_ text: String) -> Completion {
    let line = text.drop(while: \.isWhitespace)
    if line.hasPrefix("."), !text.contains("\n") { return completeCommand(String(line)) }
    if let place = Self.openQuote(in: text) {
      // Inside a string there is nothing to complete.
      guard text[place] == "`" || quote("").first == text[place] else { return Completion() }
      return completion(ofQuoted: text[text.index(after: place)...], before: text[..<place])
    }
    let (word, before) = Self.lastWord(of: text)
    if let names = places(before: before) { return completion(of: word, among: names) }
    if word.isEmpty { return Completion() }
    let isLower = word.first?.isLowercase == true
    let keywords = SQLWords.all.filter { Completion.begins($0, with: word) }
    let found = completion(of: word, among: columns(of: "") + names().tables)
    return Completion(
      length: word.count,
      candidates: Array(Set(found.candidates + keywords.map { isLower ? $0.lowercased() : $0 })).sorted())
  }

  private func completeCommand(_ line: String) -> Completion {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    let last = String(parts.last ?? "")
    guard parts.count > 1 else {
      return Completion(
        length: last.count,
        candidates: DotCommand.all.map { "." + $0.name }.filter { Completion.begins($0, with: last) })
    }
    let choices: [String] =
      switch DotCommand.named(String(parts[0].dropFirst()))?.argument {
      case .table: names().tables
      case .words(let words): words
      case .other, nil: []
      }
    return Completion(
      length: last.count, candidates: choices.filter { Completion.begins($0, with: last) }.sorted())
  }

  /// The columns of a table, or of all if there is none of that name: it may be an alias.
  private func columns(of table: String) -> [String] {
    let names = names()
    let key = names.columns.keys.first { $0.lowercased() == table.lowercased() }
    return key.flatMap { names.columns[$0] } ?? Array(Set(names.columns.values.joined()))
  }

  /// What can follow a text, if that is known: columns after a table and its dot, tables after FROM and the like.
  private func places(before text: Substring) -> [String]? {
    if text.last == "." {
      let table = Self.lastWord(of: String(text.dropLast())).word
      return columns(of: String(table))
    }
    let previous = Self.lastWord(of: String(text.trimmingSuffix(while: \.isWhitespace))).word.lowercased()
    return Self.beforeTables.contains(previous) ? names().tables : nil
  }

  /// The candidates for a name whose opening quote has been typed; they replace that, too.
  private func completion(ofQuoted start: Substring, before text: Substring) -> Completion {
    let fitting = Set(places(before: text) ?? columns(of: "") + names().tables)
      .filter { Completion.begins($0, with: start) }
    return Completion(length: start.count + 1, candidates: fitting.map(quote).sorted())
  }

  /// The place of an open quote at a text's end.
  private static func openQuote(in text: String) -> String.Index? {
    var open: String.Index?
    for index in text.indices {
      let character = text[index]
      if let place = open {
        if character == text[place] { open = nil }
      } else if character == "'" || character == "\"" || character == "`" {
        open = index
      }
    }
    return open
  }

  private func completion(of word: Substring, among names: [String]) -> Completion {
    let fitting = Set(names).filter { Completion.begins($0, with: word) }
    return Completion(length: word.count, candidates: fitting.map { Self.isPlain($0) ? $0 : quote($0) }.sorted())
  }

  private static let beforeTables: Set<String> = [
    "from", "join", "into", "update", "table", "describe", "desc", "view",
  ]

  private static func isPlain(_ name: String) -> Bool {
    name.first.map { $0.isLetter || $0 == "_" } == true && name.allSatisfy(isWordCharacter)
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// The word at a text's end, which may be empty, and what comes before it.
  private static func lastWord(of text: String) -> (word: Substring, before: Substring) {
    let start = text.lastIndex { !isWordCharacter($0) }.map { text.index(after: $0) } ?? text.startIndex
    return (text[start...], text[..<start])
  }
}

extension Substring {
  /// Without the matching characters at its end.
  fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !fits($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
