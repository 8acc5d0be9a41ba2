extension Dialect {
  /// A name as an identifier: enclosed in this dialect's quotes, with every closing quote in it doubled.
  public func quoted(identifier name: String) -> String {
    let close: Character = identifierQuote == "[" ? "]" : identifierQuote
    let doubled = close.unicodeScalars.count == 1 ? close.unicodeScalars.first : nil
    var quoted = ""
    quoted.reserveCapacity(name.utf8.count &+ 2)
    quoted.append(identifierQuote)
    // By scalars: a combining mark after a quote would hide the quote from a search by characters.
    for scalar in name.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == doubled { quoted.unicodeScalars.append(scalar) }
    }
    quoted.append(close)
    return quoted
  }
}
