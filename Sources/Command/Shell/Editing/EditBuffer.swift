/// Text of one or more lines and a place in it, both by grapheme: what a person considers a letter is one step.
struct EditBuffer: Equatable {
  private(set) var characters: [Character] = []
  /// How many characters come before the cursor.
  private(set) var cursor = 0
  /// The last cut.
  private var cut: [Character] = []

  /// A text, with the cursor at its end.
  init(_ text: String = "") { replaceAll(text) }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  /// Replaces the text, with the cursor at the end.
  mutating func replaceAll(_ text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  /// Puts text before the cursor. A combining mark becomes a part of the character before it.
  mutating func insert(_ text: String) {
    guard !text.isEmpty else { return }
    let start = max(0, cursor - 1)
    let joined = Array(String(characters[start..<cursor]) + text)
    characters.replaceSubrange(start..<cursor, with: joined)
    cursor = start + joined.count
  }

  /// Replaces some characters before the cursor.
  mutating func replace(last count: Int, with text: String) {
    removeSubrange(max(0, cursor - count)..<cursor)
    insert(text)
  }

  // MARK: Removing

  mutating func backspace() { removeSubrange(max(0, cursor - 1)..<cursor) }
  mutating func delete() { removeSubrange(cursor..<min(characters.count, cursor + 1)) }
  mutating func killToEnd() {
    // At the end of a line: the line end itself, as everywhere.
    cut(cursor..<(lineEnd == cursor ? min(characters.count, cursor + 1) : lineEnd))
  }
  mutating func killToStart() { cut((lineStart == cursor ? max(0, cursor - 1) : lineStart)..<cursor) }
  mutating func killWord() { cut(previousWord(by: { !$0.isWhitespace })..<cursor) }
  mutating func killNextWord() { cut(cursor..<nextWord) }
  mutating func yank() { insert(String(cut)) }

  /// Swaps the two characters around the cursor, or the last two of the line.
  mutating func transpose() {
    let second = cursor == lineEnd ? cursor - 1 : cursor
    guard second > lineStart else { return }
    characters.swapAt(second - 1, second)
    cursor = second + 1
  }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cut = Array(characters[range])
    removeSubrange(range)
  }

  private mutating func removeSubrange(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  // MARK: Moving

  mutating func left() { cursor = max(0, cursor - 1) }
  mutating func right() { cursor = min(characters.count, cursor + 1) }
  mutating func home() { cursor = lineStart }
  mutating func end() { cursor = lineEnd }
  mutating func toEnd() { cursor = characters.count }
  mutating func wordLeft() { cursor = previousWord(by: Self.isWord) }
  mutating func wordRight() { cursor = nextWord }

  /// To the line above, at the same place; false on the first.
  mutating func up() -> Bool {
    let start = lineStart
    guard start > 0 else { return false }
    let column = cursor - start
    cursor = start - 1
    cursor = min(lineStart + column, start - 1)
    return true
  }

  /// To the line below, at the same place; false on the last.
  mutating func down() -> Bool {
    let end = lineEnd
    guard end < characters.count else { return false }
    let column = cursor - lineStart
    cursor = end + 1
    cursor = min(cursor + column, lineEnd)
    return true
  }

  private var lineStart: Int { (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }
  private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

  private func previousWord(by isWord: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, !isWord(characters[place - 1]) { place -= 1 }
    while place > 0, isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var nextWord: Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
