/// Finds a text's statements, one at a time, and what stands in each.
struct StatementScanner {
  /// One statement of the text.
  struct Found {
    /// Its bytes, from its first token to its last; the semicolon is left out.
    var range: Range<Int>
    var keyword = StatementKeyword.other
    var isTemporary = false
    var isTemporaryTable = false
    var parameters = ParameterLayout()
    /// The parameters that are not a plain `?` yet.
    var rewrites: [Range<Int>] = []
    /// True where a semicolon ended it.
    var isTerminated = false
  }

  var tokenizer: Tokenizer
  /// In a text that is one statement for sure, a routine's body is not looked into.
  let isSingle: Bool
  private var words: [String] = []
  /// How many words tell what a statement is: as many as `CREATE OR REPLACE TEMPORARY TABLE` has.
  private static let headLength = 5
  private var setsAutocommit = false
  private var sawAutocommit = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect, isSingle: Bool) {
    tokenizer = Tokenizer(bytes, dialect: dialect)
    self.isSingle = isSingle
  }

  /// The first token that is no semicolon, and how many semicolons were skipped.
  mutating func firstToken() throws(DatabaseError) -> (token: Token?, semicolons: Int) {
    var semicolons = 0
    while let token = try tokenizer.next() {
      guard token.kind == .semicolon else { return (token, semicolons) }
      semicolons += 1
    }
    return (nil, semicolons)
  }

  /// The statement that begins with a token.
  mutating func statement(from first: Token) throws(DatabaseError) -> Found {
    var found = Found(range: first.start..<first.end)
    var body = CompoundBody(dialect: tokenizer.dialect)
    words = []
    setsAutocommit = false
    sawAutocommit = false
    tokenizer.readsLabels = false
    var current: Token? = first
    while let token = current {
      if token.kind == .semicolon, !body.isOpen, !(isSingle && body.isCompound && tokenizer.dialect.executableComments)
      {
        if let comment = tokenizer.executableComment {
          throw tokenizer.error("a semicolon ends the statement inside the comment that begins at", comment)
        }
        found.isTerminated = true
        break
      }
      found.range = first.start..<token.end
      try note(token, in: &found, &body)
      current = try tokenizer.next()
    }
    found.keyword = setsAutocommit ? .setAutocommit : StatementKeyword(words: words)
    let place = words.count > 1 && words[1] == "or" ? 3 : 1
    found.isTemporary =
      (found.keyword == .create || found.keyword == .drop) && words.count > place
      && (words[place] == "temporary" || words[place] == "temp")
    let object = words.count > place + 1 ? words[place + 1] : ""
    found.isTemporaryTable = found.isTemporary && (object == "table" || object == "tables")
    return found
  }

  private mutating func note(
    _ token: Token, in found: inout Found, _ body: inout CompoundBody
  ) throws(DatabaseError) {
    let isHead = words.count < Self.headLength
    let isSet = words.first == "set"
    let wantsWord = token.kind == .word && (isHead || body.wantsWords || isSet)
    let word = wantsWord ? lowercased(token) : ""
    let first = tokenizer.byte(at: token.start)
    body.note(token, word: word, first: first)
    tokenizer.readsLabels = body.isCompound && tokenizer.dialect.executableComments
    if isHead { noteHead(token, word, first) }
    if isSet { noteAssignment(token, word, first) }
    switch token.kind {
    case .parameter:
      try add(token, first, to: &found.parameters)
      if token.end - token.start > 1 { found.rewrites.append(token.start..<token.end) }
    case .marker:
      found.parameters.addInterpolation(tokenizer.visibleMarkers + tokenizer.hiddenMarkers - 1)
      found.rewrites.append(token.start..<token.end)
    default: break
    }
  }

  /// Collects the first words. Parentheses before them are skipped; anything else is the end of the head.
  private mutating func noteHead(_ token: Token, _ word: String, _ first: UInt8) {
    switch token.kind {
    case .word: words.append(word)
    case .executableComment: break
    case .punctuation where first == UInt8(ascii: "(") && words.isEmpty: break
    default: words += repeatElement("", count: Self.headLength - words.count)
    }
  }

  /// Looks for `autocommit =` in a SET.
  private mutating func noteAssignment(_ token: Token, _ word: String, _ first: UInt8) {
    if sawAutocommit, token.kind == .punctuation, first == UInt8(ascii: "=") || first == UInt8(ascii: ":") {
      setsAutocommit = true
    }
    switch token.kind {
    case .executableComment: break
    case .word: sawAutocommit = word == "autocommit"
    case .identifier:
      let inner = Token(kind: .word, start: token.start + 1, end: token.end - 1)
      sawAutocommit = lowercased(inner) == "autocommit"
    default: sawAutocommit = false
    }
  }

  private func add(_ token: Token, _ first: UInt8, to parameters: inout ParameterLayout) throws(DatabaseError) {
    let bytes = UnsafeBufferPointer(rebasing: tokenizer.bytes[(token.start + 1)..<token.end])
    guard first == UInt8(ascii: "?") else { return parameters.add(name: String(decoding: bytes, as: UTF8.self)) }
    if bytes.isEmpty { return parameters.addNext() }
    // A number of any length stops growing where it is too large anyway.
    let number = bytes.reduce(0) { min($0 * 10 + Int($1 &- 0x30), ParameterLayout.largestNumber + 1) }
    guard (1...ParameterLayout.largestNumber).contains(number) else {
      let digits = bytes.count > 20 ? "…" : String(decoding: bytes, as: UTF8.self)
      let place = TextPosition(of: token.start, in: tokenizer.bytes)
      throw DatabaseError(
        .misuse, "parameter ?\(digits) at \(place): the number must be from 1 to \(ParameterLayout.largestNumber)")
    }
    parameters.add(number: number)
  }

  /// A short word in lower case; a longer one is no keyword and gives an empty text.
  private func lowercased(_ token: Token) -> String {
    guard token.end - token.start <= 15, token.start < token.end else { return "" }
    return String(decoding: tokenizer.bytes[token.start..<token.end].lazy.map { $0 | 0x20 }, as: UTF8.self)
  }
}
