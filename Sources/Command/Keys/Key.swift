/// What a person did on the keyboard.
enum Key: Equatable, Sendable {
  /// Typed text; several characters if they arrived at once.
  case text(String)
  /// Pasted text, with its line ends.
  case paste(String)
  case enter, tab, escape
  case backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  case killToEnd, killToStart, killWord, killNextWord, yank, transpose
  case clearScreen, search
  /// Control-C.
  case interrupt
  /// Control-D: the end of the input on an empty line, otherwise ``delete``.
  case endOfInput
  /// Control-Z.
  case suspend
  /// Control-G.
  case abort
}
