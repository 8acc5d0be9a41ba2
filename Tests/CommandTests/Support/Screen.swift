@testable import Command

/// What a terminal shows of a text: as much of one as the shell needs, with no end above.
struct Screen: Equatable {
  private var cells: [[String]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  private let columns: Int

  init(_ text: String, columns: Int) {
    self.columns = columns
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      switch character {
      case "\r\n":
        column = 0
        down(1)
      case "\r": column = 0
      case "\n": down(1)
      case "\u{7}": break
      case "\u{1B}": takeSequence(&rest)
      default: put(character)
      }
    }
  }

  /// The lines, without blanks at their ends.
  var lines: [String] { cells.map(Self.line) }
  /// The line that the cursor is on.
  var cursorLine: String { Self.line(cells[row]) }

  private static func line(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(character)
    if column + width > columns {
      column = 0
      down(1)
    }
    while cells[row].count < column + width { cells[row].append(" ") }
    cells[row][column] = String(character)
    // The second cell of a wide character.
    if width == 2 { cells[row][column + 1] = "" }
    column += width
  }

  private mutating func down(_ count: Int) {
    row += count
    while cells.count <= row { cells.append([]) }
  }

  private mutating func takeSequence(_ rest: inout ArraySlice<Character>) {
    guard rest.popFirst() == "[" else { return }
    var arguments = ""
    while let character = rest.popFirst() {
      guard character.isLetter else {
        arguments.append(character)
        continue
      }
      let number = max(1, Int(arguments) ?? 1)
      switch character {
      case "A": row = max(0, row - number)
      case "B": row = min(cells.count - 1, row + number)
      case "C": column = min(columns - 1, column + number)
      case "J":
        if arguments == "2" {
          cells = [[]]
        } else {
          cells[row].removeSubrange(min(column, cells[row].count)...)
          cells.removeSubrange((row + 1)...)
        }
      case "H": (row, column) = (0, 0)
      case "K": cells[row].removeSubrange(min(column, cells[row].count)...)
      default: break
      }
      return
    }
  }
}
