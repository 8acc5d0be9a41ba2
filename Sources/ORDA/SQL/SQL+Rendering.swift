extension SQL {
  /// The text, with identifiers and empty lists as a dialect writes them, and the character U+0001 for bound values.
  ///
  /// The same statement with other values renders to the same text, so the text can be a cache key. Without identifiers
  /// this costs nothing: the text is there already.
  public func render(_ dialect: Dialect) -> String {
    if identifiers.isEmpty { return text }
    var rendered = ""
    rendered.reserveCapacity(text.utf8.count &+ 16 &* identifiers.count)
    var done = text.startIndex
    for identifier in identifiers {
      let place =
        text.utf8.index(text.startIndex, offsetBy: identifier.offset, limitedBy: text.endIndex) ?? text.endIndex
      let piece = text[done..<place]
      rendered += piece
      done = place
      if let upsert = identifier.upsert {
        rendered += upsert.render(dialect)
        continue
      }
      if identifier.names.isEmpty { rendered += dialect.emptyList(behind: piece) }
      for (number, name) in identifier.names.enumerated() {
        if number > 0 { rendered += "." }
        rendered += dialect.quoted(identifier: name)
      }
    }
    rendered += text[done...]
    return rendered
  }

  /// The text as the SQL standard quotes it, with `?` for bound values. The values are left out.
  public var description: String { SQL.readable(render(.standard)) }

  /// Text in which `?` replaces the markers, for people.
  static func readable(_ text: String) -> String {
    guard text.utf8.contains(marker) else { return text }
    return String(decoding: text.utf8.map { $0 == marker ? 0x3F : $0 }, as: UTF8.self)
  }
}

extension Sequence where Element == SQL {
  /// The pieces, one after another with a separator between, for example conditions joined by `" AND "`.
  public func joined(separator: SQL = "") -> SQL {
    var whole = SQL(text: "")
    var isFirst = true
    for piece in self {
      if !isFirst { whole.append(separator) }
      isFirst = false
      whole.append(piece)
    }
    return whole
  }
}
