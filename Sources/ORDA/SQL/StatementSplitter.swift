/// Takes SQL as it arrives, piece by piece, and returns each statement as soon as its semicolon has come.
///
/// It is for programs that read a script or what a person types: the text is read as by
/// ``SQLExecutor/executeScript(_:timeout:)``, so semicolons in quotes, in comments and in the body of a `CREATE
/// TRIGGER` end nothing. Only the open statement is held, and no text is read twice, except for quotes and comments
/// that continue over several pieces.
public struct StatementSplitter: Sendable {
  /// A statement of the text.
  public struct Statement: Sendable, Hashable {
    /// From its first word to its last, without the semicolon.
    public var text: String
    /// The line on which it begins, counted from 1 over all pieces.
    public var line: Int
    /// The kind of statement.
    public var keyword: StatementKeyword
    /// Its first words, in lower case, eight at most; commas between them are left out.
    public var words: [String]
    /// True if whoever runs it need not read it again: it has no parameters, no body and no executable comment, and its
    /// first words tell all of its kind.
    let isRead: Bool
  }

  private let dialect: Dialect
  private var bytes: [UInt8] = []
  /// Up to here the tokens are known.
  private var scanned = 0
  /// The bytes of the open statement, as far as they are known.
  private var open: Range<Int>?
  private var words: [String] = []
  /// The first three of them.
  private var head = (Word.none, Word.none, Word.none)
  private var hasHead = false
  private var body: CompoundBody
  private var executableComment: Int?
  /// True if the open statement has what the splitter passes over.
  private var hasMore = false
  /// The line of the first byte that is held.
  private var line = 1
  /// The byte without which nothing can be complete: `;`, or the end of open quotes. Nil if everything must be read.
  private var awaited: UInt8?
  private var hasNews = false
  private var isInside = false

  /// A splitter at the beginning of a text.
  ///
  /// - Parameter dialect: How the database quotes and comments; `governor.dialect`.
  public init(dialect: Dialect) {
    self.dialect = dialect
    body = CompoundBody(dialect: dialect)
  }

  /// True if a statement has begun and not ended, or quotes or a comment are open.
  ///
  /// It is up to date once ``next()`` has returned nil.
  public var isInsideStatement: Bool { isInside }

  /// Takes the next piece, usually one or more whole lines.
  public mutating func append(_ text: String) {
    forgetWhatWasGiven()
    let start = bytes.count
    bytes += text.utf8
    if let awaited, !hasNews { hasNews = bytes[start...].contains(awaited) } else { hasNews = true }
  }

  /// Takes the next line, without its end.
  package mutating func append(line: String) {
    append(line)
    // Nothing is ever complete by the end of a line alone, so it is no news.
    bytes.append(0x0A)
  }

  /// The next complete statement; nil if more text is needed.
  ///
  /// - Throws: ``DatabaseError`` of kind `syntax` for a NUL outside quotes, which can't be skipped.
  public mutating func next() throws(DatabaseError) -> Statement? {
    guard hasNews else { return nil }
    if open == nil, executableComment == nil, isBlank(from: scanned) {
      rest(at: bytes.count, awaiting: nil, isInside: false)
      return nil
    }
    return try scan(isEnd: false)
  }

  /// The last statement, which may lack its semicolon; nil if there is nothing left. Call it after ``next()`` has
  /// returned nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `syntax` if quotes or a comment are not closed.
  public mutating func finish() throws(DatabaseError) -> Statement? { try scan(isEnd: true) }

  /// Forgets what has arrived of the open statement.
  public mutating func discard() {
    line += lineEnds(upTo: bytes.count)
    bytes = []
    beginStatement(at: 0)
    hasNews = false
    isInside = false
    executableComment = nil
  }

  private mutating func beginStatement(at offset: Int) {
    scanned = offset
    open = nil
    words = []
    head = (.none, .none, .none)
    hasHead = false
    hasMore = false
    body = CompoundBody(dialect: dialect)
    awaited = nil
  }

  /// Drops the bytes of earlier statements, in whole lines so that columns in messages stay right.
  private mutating func forgetWhatWasGiven() {
    guard let end = bytes[..<(open?.lowerBound ?? scanned)].lastIndex(of: 0x0A) else { return }
    line += lineEnds(upTo: end + 1)
    if end + 1 == bytes.count { bytes.removeAll(keepingCapacity: true) } else { bytes.removeSubrange(...end) }
    scanned -= end + 1
    open = open.map { ($0.lowerBound - end - 1)..<($0.upperBound - end - 1) }
    executableComment = executableComment.map { $0 - end - 1 }
  }

  /// How many lines end in the first bytes.
  private func lineEnds(upTo count: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      // Written as a sum, it is done for many bytes at once.
      bytes[..<count].reduce(0) { $0 &+ ($1 == 0x0A ? 1 : 0) }
    }
  }

  /// True if nothing but the ends of lines follows.
  private func isBlank(from start: Int) -> Bool { bytes[start...].allSatisfy { $0 == 0x0A } }

  private mutating func scan(isEnd: Bool) throws(DatabaseError) -> Statement? {
    let held = bytes  // another reference during the call, so that it may change `self`
    return try held.withUnsafeBufferPointer { (bytes) throws(DatabaseError) in try scan(bytes, isEnd: isEnd) }
  }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool
  ) throws(DatabaseError) -> Statement? {
    var tokenizer = Tokenizer(bytes, dialect: dialect)
    tokenizer.firstLine = line
    tokenizer.mayGoOn = !isEnd
    tokenizer.position = scanned
    tokenizer.executableComment = executableComment
    while true {
      let before = tokenizer.position
      tokenizer.readsLabels = body.isCompound && dialect.executableComments
      guard let token = try nextToken(&tokenizer, isEnd: isEnd) else { break }
      if token.end == bytes.count, token.kind != .semicolon, !isEnd {
        // A word or a quoted text may continue in the next piece.
        rest(at: token.start > before ? token.start : before, awaiting: nil, isInside: true)
        return nil
      }
      scanned = token.end
      executableComment = tokenizer.executableComment
      if token.kind == .semicolon, !body.isOpen, executableComment == nil {
        guard let statement = statement(in: bytes) else { continue }
        beginStatement(at: token.end)
        return statement
      }
      note(token, bytes)
    }
    guard isEnd else { return nil }
    let last = statement(in: bytes)
    beginStatement(at: bytes.count)
    isInside = false
    return last
  }

  /// The next token; nil at the end of the text so far.
  private mutating func nextToken(_ tokenizer: inout Tokenizer, isEnd: Bool) throws(DatabaseError) -> Token? {
    let bytes = tokenizer.bytes
    let before = tokenizer.position
    do throws(DatabaseError) {
      if let token = try tokenizer.next() { return token }
      // A comment to the end of the line continues if the line does.
      let isLine = bytes.isEmpty || bytes[bytes.count - 1] == 0x0A
      rest(at: isLine ? bytes.count : before, awaiting: isLine ? UInt8(ascii: ";") : nil, isInside: open != nil)
      return nil
    } catch {
      if isEnd { throw error }
      let place = tokenizer.position
      if place < bytes.count, bytes[place] == 0 {
        tokenizer.mayGoOn = false
        throw tokenizer.error("a NUL character at", place)
      }
      let closing = place < bytes.count ? Self.closing(bytes[place]) : nil
      rest(at: closing == nil ? before : place, awaiting: closing, isInside: true)
      return nil
    }
  }

  /// Waits for more text.
  private mutating func rest(at offset: Int, awaiting: UInt8?, isInside: Bool) {
    scanned = offset
    // Between statements everything is read, to know whether one begins.
    awaited = isInside ? awaiting : nil
    hasNews = false
    self.isInside = isInside
  }

  private static func closing(_ opening: UInt8) -> UInt8? {
    switch opening {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): opening
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "e"), UInt8(ascii: "E"): UInt8(ascii: "'")
    case UInt8(ascii: "$"): opening
    default: nil
    }
  }

  @inline(__always)
  private mutating func note(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) {
    open = (open?.lowerBound ?? token.start)..<token.end
    let wantsWord = token.kind == .word && (!hasHead || body.wantsWords) && token.end - token.start <= 64
    let word = wantsWord ? Word(UnsafeBufferPointer(rebasing: bytes[token.start..<token.end])) : .none
    let first = bytes[token.start]
    body.note(token, word: word, first: first)
    switch token.kind {
    case .parameter, .marker, .executableComment: hasMore = true
    case .punctuation where first == UInt8(ascii: "?"): hasMore = true
    default: break
    }
    guard !hasHead else { return }
    switch token.kind {
    case .word: append(word, wantsWord ? bytes[token.start..<token.end] : bytes[..<0])
    case .executableComment: break
    case .punctuation where first == (words.isEmpty ? UInt8(ascii: "(") : UInt8(ascii: ",")): break
    default: hasHead = true
    }
    if words.count == Self.mostWords { hasHead = true }
  }

  private static let mostWords = 8

  private mutating func append(_ word: Word, _ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    switch words.count {
    case 0:
      words.reserveCapacity(Self.mostWords)
      head.0 = word
    case 1: head.1 = word
    case 2: head.2 = word
    default: break
    }
    words.append(asciiLowercased(UnsafeBufferPointer(rebasing: bytes)))
  }

  /// The open statement, as it is.
  private func statement(in bytes: UnsafeBufferPointer<UInt8>) -> Statement? {
    guard let open else { return nil }
    let keyword = StatementKeyword(head.0, head.1, head.2)
    return Statement(
      text: String(decoding: bytes[open], as: UTF8.self), line: line + lineEnds(upTo: open.lowerBound),
      keyword: keyword, words: words, isRead: !hasMore && !body.isCompound && keyword.isToldByFirstWords)
  }
}
