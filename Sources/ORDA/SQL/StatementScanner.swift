/// Finds a text's statements, one at a time, and their contents.
struct StatementScanner {
  /// One statement of the text.
  struct Found {
    /// Its bytes, from its first token to its last; the semicolon is left out.
    var range: Range<Int>
    var keyword = StatementKeyword.other
    var isTemporary = false
    var isTemporaryTable = false
    var parameters = ParameterLayout()
    /// What differs in the driver's text.
    var rewrites: [Rewrite] = []
    /// The parameters that take lists, with their places among the rewrites.
    var lists: [(rewrite: Int, index: Int, list: SQL.InterpolatedList)] = []
    /// True if a semicolon ended it.
    var isTerminated = false
  }

  /// A parameter that is not written as the database wants it.
  struct Rewrite {
    var range: Range<Int>
    /// Its number, from 1; 0 for a question mark that is not a parameter.
    var number: Int
  }

  var tokenizer: Tokenizer
  /// In a text known to be one statement a routine's body is not searched.
  let isSingle: Bool
  /// The lists among the interpolated values.
  private let lists: [Int: SQL.InterpolatedList]
  private var head = Head()
  private var setsAutocommit = false
  private var sawAutocommit = false

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect, isSingle: Bool, lists: [Int: SQL.InterpolatedList] = [:]
  ) {
    self.lists = lists
    tokenizer = Tokenizer(bytes, dialect: dialect)
    self.isSingle = isSingle
  }

  /// The first token that is not a semicolon, and how many semicolons were skipped.
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
    let isNumbered = tokenizer.dialect.parameterStyle != .questionMarks
    var found = Found(range: first.start..<first.end, parameters: ParameterLayout(sharesPlaces: isNumbered))
    var body = CompoundBody(dialect: tokenizer.dialect)
    head = Head()
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
    found.keyword = setsAutocommit ? .setAutocommit : StatementKeyword(head.words.0, head.words.1, head.words.2)
    guard found.keyword == .create || found.keyword == .drop else { return found }
    let (what, object) =
      head.words.1 == "or" ? (head.words.3, head.words.4) : (head.words.1, head.words.2)
    found.isTemporary = what == "temporary" || what == "temp"
    found.isTemporaryTable = found.isTemporary && (object == "table" || object == "tables")
    return found
  }

  private mutating func note(
    _ token: Token, in found: inout Found, _ body: inout CompoundBody
  ) throws(DatabaseError) {
    let isHead = !head.isFull
    let isSet = head.isSet
    let wantsWord = token.kind == .word && (isHead || body.wantsWords || isSet)
    let word = wantsWord ? self.word(token) : .none
    let first = tokenizer.byte(at: token.start)
    body.note(token, word: word, first: first)
    tokenizer.readsLabels = body.isCompound && tokenizer.dialect.executableComments
    if isHead { noteHead(token, word, first) }
    if isSet { noteAssignment(token, word, first) }
    switch token.kind {
    // The numbered parameters of PREPARE and of a routine belong to the created object.
    case .parameter where found.parameters.sharesPlaces && first != UInt8(ascii: "?") && head.hasOwnParameters: break
    case .parameter:
      try add(token, first, to: &found.parameters)
      if token.end - token.start > 1 || found.parameters.sharesPlaces { rewrite(token, in: &found) }
    case .marker:
      addInterpolation(tokenizer.visibleMarkers + tokenizer.hiddenMarkers - 1, to: &found)
      rewrite(token, in: &found)
    case .punctuation where first == UInt8(ascii: "?") && found.parameters.sharesPlaces:
      found.rewrites.append(Rewrite(range: token.start..<token.end, number: 0))
    default: break
    }
  }

  private func addInterpolation(_ number: Int, to found: inout Found) {
    let list = lists[number]
    if list?.isOpen ?? false { found.parameters.addNext() } else { found.parameters.addInterpolation(number) }
    if let list { found.lists.append((found.rewrites.count, found.parameters.lastPlace, list)) }
  }

  /// Notes that the parameter added last is to be written as the database wants it.
  private func rewrite(_ token: Token, in found: inout Found) {
    found.rewrites.append(Rewrite(range: token.start..<token.end, number: found.parameters.lastPlace + 1))
  }

  /// Collects the first words. Parentheses before them are skipped; anything else ends the head.
  private mutating func noteHead(_ token: Token, _ word: Word, _ first: UInt8) {
    switch token.kind {
    case .word: head.append(word)
    case .executableComment: break
    case .punctuation where first == UInt8(ascii: "(") && head.isEmpty: break
    default: head.end()
    }
  }

  /// Looks for `autocommit =` in a SET.
  private mutating func noteAssignment(_ token: Token, _ word: Word, _ first: UInt8) {
    if sawAutocommit, token.kind == .punctuation, first == UInt8(ascii: "=") || first == UInt8(ascii: ":") {
      setsAutocommit = true
    }
    switch token.kind {
    case .executableComment: break
    case .word: sawAutocommit = word == "autocommit"
    case .identifier:
      let inner = Token(kind: .word, start: token.start + 1, end: token.end - 1)
      sawAutocommit = self.word(inner) == "autocommit"
    default: sawAutocommit = false
    }
  }

  private func add(_ token: Token, _ first: UInt8, to parameters: inout ParameterLayout) throws(DatabaseError) {
    let bytes = UnsafeBufferPointer(rebasing: tokenizer.bytes[(token.start + 1)..<token.end])
    let isNumber = first == tokenizer.dialect.parameterStyle.sign && Tokenizer.isDigit(bytes.first ?? 0)
    guard first == UInt8(ascii: "?") || isNumber else {
      return parameters.add(name: String(decoding: bytes, as: UTF8.self))
    }
    if bytes.isEmpty { return parameters.addNext() }
    // A number of any length stops growing when it is too large anyway.
    let number = bytes.reduce(0) { min($0 * 10 + Int($1 &- 0x30), ParameterLayout.largestNumber + 1) }
    guard (1...ParameterLayout.largestNumber).contains(number) else {
      let digits = bytes.count > 20 ? "…" : String(decoding: bytes, as: UTF8.self)
      let place = TextPosition(of: token.start, in: tokenizer.bytes)
      throw DatabaseError(
        .misuse,
        "parameter \(Character(Unicode.Scalar(first)))\(digits) at \(place): the number must be from 1 to "
          + "\(ParameterLayout.largestNumber)")
    }
    parameters.add(number: number)
  }

  private func word(_ token: Token) -> Word {
    token.start < token.end ? Word(UnsafeBufferPointer(rebasing: tokenizer.bytes[token.start..<token.end])) : .none
  }
}

extension StatementScanner {
  /// The words that show the kind of a statement: as many as `CREATE OR REPLACE TEMPORARY TABLE` has.
  private struct Head {
    private(set) var words = (Word.none, Word.none, Word.none, Word.none, Word.none)
    private var count = 0
    /// True for a SET.
    private(set) var isSet = false

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count >= 5 }

    mutating func append(_ word: Word) {
      switch count {
      case 0:
        words.0 = word
        isSet = word == "set"
      case 1: words.1 = word
      case 2: words.2 = word
      case 3: words.3 = word
      default: words.4 = word
      }
      count += 1
    }

    /// Whether `$1` belongs to the object that the statement creates: a prepared statement or a routine.
    var hasOwnParameters: Bool {
      if words.0 == "prepare" { return true }
      guard words.0 == "create" else { return false }
      let kind = words.1 == "or" ? words.3 : words.1
      return kind == "function" || kind == "procedure"
    }

    /// Call it when no further word belongs to it.
    mutating func end() { count = 5 }
  }
}
