extension DatabaseURL {
  /// The scheme of a URL, in lower case and without its mode: enough to find the driver.
  ///
  /// - Throws: `badURL`; its `code` is `nilURL` if the text is empty.
  public static func scheme(of text: String) throws(DatabaseError) -> String {
    try Parts(text).scheme
  }

  /// A URL split at the marks that every shape shares; nothing is decoded yet.
  struct Parts {
    let scheme: String
    let mode: String?
    let body: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>?

    init(_ text: String) throws(DatabaseError) {
      guard !text.isEmpty else {
        var error = badURL("the URL is empty")
        error.code = .nilURL
        throw error
      }
      let bytes = Array(text.utf8)
      guard !bytes.contains(where: ASCII.isControl) else {
        throw badURL("the URL holds a control character, such as a line break; encode it, for example as %0A")
      }
      guard let colon = bytes.firstIndex(of: ASCII.colon) else {
        throw badURL("the URL has no scheme; it begins like sqlite:music.db or mariadb://localhost/music")
      }
      // What precedes the colon is not quoted: in a text without scheme it may be anything.
      let label = bytes[..<colon]
      let plus = label.firstIndex(of: ASCII.plus)
      scheme = asciiLowercased(String(decoding: label[..<(plus ?? colon)], as: UTF8.self))
      guard DatabaseURL.isScheme(scheme) else {
        throw badURL("the URL does not begin with a scheme, such as sqlite: or mariadb:")
      }
      mode = plus.map { asciiLowercased(String(decoding: label[$0...].dropFirst(), as: UTF8.self)) }
      guard mode.map(DatabaseURL.isMode) ?? true else {
        throw badURL("the mode after \(scheme)+ must be letters, digits and -")
      }
      let rest = bytes[colon...].dropFirst()
      guard !rest.contains(ASCII.number) else { throw badURL("a database URL has no fragment; encode # as %23") }
      if let mark = rest.firstIndex(of: ASCII.question) {
        body = rest[..<mark]
        query = rest[mark...].dropFirst()
      } else {
        body = rest
        query = nil
      }
    }

    /// The options, decoded.
    func options() throws(DatabaseError) -> [Option] {
      guard let query else { return [] }
      // A second ? is nearly always a mistake for &, and what follows it may be a password.
      guard !query.contains(ASCII.question) else {
        throw badURL("the URL has a second ?; join options by &, and encode a ? in a value as %3F")
      }
      var options: [Option] = []
      for (index, piece) in query.split(separator: ASCII.ampersand, omittingEmptySubsequences: false).enumerated() {
        guard !piece.isEmpty else {
          throw badURL("option \(index + 1) is empty; after ? stands name=value, and more after &")
        }
        guard let equals = piece.firstIndex(of: ASCII.equals) else {
          // Quoted only if it can't be the rest of a password that contains a ?.
          let name = String(decoding: piece, as: UTF8.self)
          let plain = DatabaseURL.isMode(name) && !query.contains(ASCII.at)
          let shown = plain ? quoted(name) : "number \(index + 1)"
          throw badURL("option \(shown) has no value; write name=value, and encode & in a value as %26")
        }
        let name = try percentDecoded(piece[..<equals], "the name of option \(index + 1)")
        guard !name.isEmpty else { throw badURL("option \(index + 1) has no name; write name=value") }
        let value = try percentDecoded(piece[equals...].dropFirst(), "the value of option \(index + 1)")
        options.append(Option(name, value))
      }
      return options
    }
  }

  /// True for a letter, then letters, digits, `-` and `.`.
  static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.dash || $0 == ASCII.dot
    }
  }

  /// True for letters, digits and `-`, at least one.
  static func isMode(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.dash }
  }
}
