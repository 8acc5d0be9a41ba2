/// Edits one input, which may have several lines: keys go in, and instructions come out.
///
/// It knows nothing of terminals, so it is tested without one.
struct LineEditor {
  /// What the caller must do after a key.
  enum Action: Equatable {
    /// Draw the input again.
    case redraw
    /// The input is complete.
    case submit(String)
    /// Control-C: what was typed is discarded.
    case cancel
    /// Control-D on an empty line.
    case leave
    case suspend
    case clearScreen
    /// Show these, and draw the input again below them.
    case list([String])
  }

  private(set) var buffer = EditBuffer()
  /// The current search in the history; nil if there is none.
  private(set) var search: HistorySearch?
  private let history: [String]
  /// Which entry of the history is shown; the history's count for what is being typed.
  private var place: Int
  /// What was being typed before browsing the history.
  private var draft = ""
  /// True if the previous key was a tab that left several to choose from.
  private var tabbed = false
  private let isComplete: (String) -> Bool
  private let complete: (String) -> Completion

  /// An editor with nothing in it.
  ///
  /// - Parameters:
  ///   - history: Earlier inputs, the latest last.
  ///   - isComplete: Whether Enter ends an input, or begins its next line.
  ///   - complete: What could complete a text.
  init(history: [String], isComplete: @escaping (String) -> Bool, complete: @escaping (String) -> Completion) {
    self.history = history
    self.isComplete = isComplete
    self.complete = complete
    place = history.count
  }

  /// Does what a key asks for.
  mutating func handle(_ key: Key) -> Action {
    if search != nil, let action = handleSearch(key) { return action }
    defer { if key != .tab { tabbed = false } }
    switch key {
    case .text(let text), .paste(let text): buffer.insert(text)
    case .enter: return enter()
    case .tab: return tab()
    case .backspace: buffer.backspace()
    case .delete: buffer.delete()
    case .endOfInput:
      if buffer.isEmpty { return .leave }
      buffer.delete()
    case .left: buffer.left()
    case .right: buffer.right()
    case .home: buffer.home()
    case .end: buffer.end()
    case .wordLeft: buffer.wordLeft()
    case .wordRight: buffer.wordRight()
    case .up: if !buffer.up() { show(place - 1) }
    case .down: if !buffer.down() { show(place + 1) }
    case .killToEnd: buffer.killToEnd()
    case .killToStart: buffer.killToStart()
    case .killWord: buffer.killWord()
    case .killNextWord: buffer.killNextWord()
    case .yank: buffer.yank()
    case .transpose: buffer.transpose()
    case .search: search = HistorySearch(entries: history)
    case .clearScreen: return .clearScreen
    case .interrupt: return .cancel
    case .suspend: return .suspend
    case .escape, .abort: break
    }
    return .redraw
  }

  private mutating func enter() -> Action {
    let text = buffer.text
    if isComplete(text) {
      buffer.toEnd()
      return .submit(text)
    }
    buffer.insert("\n")
    return .redraw
  }

  // MARK: The history

  private mutating func show(_ number: Int) {
    guard number != place, 0...history.count ~= number else { return }
    if place == history.count { draft = buffer.text }
    place = number
    buffer.replaceAll(number == history.count ? draft : history[number])
  }

  /// Handles a key during a search; nil if the search ends and the key has its usual meaning.
  private mutating func handleSearch(_ key: Key) -> Action? {
    switch key {
    case .text(let text), .paste(let text): search?.append(text)
    case .backspace: search?.removeLast()
    case .search: search?.next()
    case .interrupt, .abort, .escape: search = nil
    default:
      if let found = search?.match { buffer.replaceAll(found) }
      search = nil
      return nil
    }
    return .redraw
  }

  // MARK: Completion

  private mutating func tab() -> Action {
    let before = String(buffer.characters[..<buffer.cursor])
    if before.allSatisfy(\.isWhitespace) {
      buffer.insert("  ")
      return .redraw
    }
    let completion = complete(before)
    if let insertion = completion.insertion {
      buffer.replace(last: completion.length, with: insertion)
      tabbed = completion.candidates.count > 1
    } else if tabbed, !completion.candidates.isEmpty {
      return .list(completion.candidates)
    } else {
      tabbed = true
    }
    return .redraw
  }
}
