/// What a person did at the keyboard.
enum Key: Equatable, Sendable {
  /// Text that was typed; several characters where they arrived at once.
  case text(String)
  /// Text that was pasted, with the line ends it has.
  case paste(String)
  case enter, tab, escape
  case backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  case killToEnd, killToStart, killWord, killNextWord, yank, transpose
  case clearScreen, search
  /// Control-C.
  case interrupt
  /// Control-D: the end of the input on an empty line, ``delete`` elsewhere.
  case endOfInput
  /// Control-Z.
  case suspend
  /// Control-G.
  case abort
}
