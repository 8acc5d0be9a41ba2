internal import ORDA

/// The server's words without values, neither bound values nor values of rows.
extension ErrorReport {
  /// The message, the detail and the hint, without values.
  func words(_ names: NamesInText) -> String {
    var words = shown(message, names) ?? ""
    if let detail, let shown = shownDetail(detail, names) { words += ": " + shown }
    if let hint { words += " (\(hint))" }
    return words
  }

  /// Whether the words come from RAISE in a function: the database's author wrote them.
  private var isRaised: Bool { state.hasPrefix("P0") || function == "exec_stmt_raise" }

  /// Classes whose messages contain names, and never values.
  private static let naming: Set<Substring> = ["00", "23", "25", "26", "2B", "40", "44", "53", "54", "55", "57"]

  private func shown(_ words: String, _ names: NamesInText) -> String? {
    if isRaised || Self.naming.contains(state.prefix(2)) { return words }
    // The reason does not contain the pattern.
    if state == "2201B" { return words }
    if state.hasPrefix("22") { return Self.withoutValue(words) }
    if isAboutText { return words }
    let known = [schema, table, column, constraint, dataType]
    let quoted = QuotedWords(words)
    let areNames = quoted.quoted.allSatisfy { names.contains($0) || known.contains($0) }
    return areNames && (quoted.isSimple || !names.hasParameters) ? words : Self.withoutQuoted(words)
  }

  private func shownDetail(_ detail: String, _ names: NamesInText) -> String? {
    if isRaised { return detail }
    switch state.prefix(2) {
    // The limits of a number's type.
    case "22": return function == "apply_typmod" ? detail : nil
    case "23", "44": return Self.withoutRow(detail)
    default: return shown(detail, names)
    }
  }

  /// `invalid input syntax for type integer: "x"`: the value is in quotes, after a colon, or both.
  private static func withoutValue(_ message: String) -> String {
    let words = withoutQuoted(message)
    guard let colon = words.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return words }
    return words[...colon] + " …"
  }

  /// Everything from the first quote to the last one may be a value: it may have quotes itself.
  private static func withoutQuoted(_ words: String) -> String {
    guard let span = QuotedWords(words).span else { return words }
    return words[...span.lowerBound] + "…" + words[span.upperBound...]
  }

  /// `Key (id)=(…) already exists.`, `Failing row contains (…).`: the values are in parentheses.
  private static func withoutRow(_ detail: String) -> String? {
    let opening =
      detail.range(of: ")=(", from: detail.startIndex)?.upperBound
      ?? detail.firstIndex(of: "(").map { detail.index(after: $0) }
    guard let opening, let end = detail.lastIndex(of: ")"), opening <= end else { return nil }
    return detail[..<opening] + "…" + detail[end...]
  }
}
