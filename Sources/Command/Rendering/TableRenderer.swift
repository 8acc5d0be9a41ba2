/// Prints rows as a table while they arrive.
///
/// The first rows are held back to size the columns by; from then on every row is printed at once, so a result of any
/// length takes little memory. A cell too long for its column is cut where the table must fit a width, and otherwise
/// moves what follows it to the right: nothing is lost in a file.
struct TableRenderer {
  /// How a table looks.
  struct Options {
    /// The most cells that a line may take; nil for any number.
    var width: Int?
    var rules = TableRules.box
    var style = Style.plain
    /// Whether a cell too long for its column goes on below, where it would be cut otherwise.
    var wraps = false
    /// How many rows the columns are sized by.
    var sample = 200
  }

  private let columns: [String]
  private let options: Options
  private let output: (String) -> Void
  private var held: [[Cell]] = []
  private var widths: [Int]?
  private var numbers: [Bool] = []
  /// How many rows were added.
  private(set) var count = 0

  init(columns: [String], options: Options = Options(), output: @escaping (String) -> Void) {
    self.columns = columns.map { VisibleText.escaping($0) }
    self.options = options
    self.output = output
  }

  /// Adds a row; cells that are missing are shown empty, those beyond the last column not at all.
  mutating func add(_ row: [Cell]) {
    count += 1
    guard let widths else {
      held.append(row)
      if held.count >= options.sample { begin() }
      return
    }
    print(row, widths: widths)
  }

  /// Prints what was held back and the table's lower edge.
  mutating func finish() {
    if widths == nil { begin() }
    if let widths, let rule = options.rules.bottom { print(rule, widths: widths) }
  }

  private mutating func begin() {
    // Markdown wants a rule of three signs under each column.
    var natural = columns.map { max(options.rules.tellsAlignment ? 3 : 0, DisplayWidth.of($0)) }
    var numbers = columns.map { _ in false }
    for row in held {
      for (column, cell) in row.prefix(columns.count).enumerated() {
        natural[column] = max(natural[column], DisplayWidth.of(cell.text))
        if cell.kind == .number { numbers[column] = true }
      }
    }
    // A rule left and right of each column, and a blank on both sides of its text.
    let room = options.width.map { $0 - 3 * columns.count - 1 }
    let widths = ColumnWidths.fitting(natural, numbers: numbers, into: room)
    self.widths = widths
    self.numbers = numbers
    if let rule = options.rules.top { print(rule, widths: widths) }
    let header = columns.enumerated().map { column, name in
      let text = aligned(name, width: widths[column], right: numbers[column])
      return " \(options.style.bold(text)) "
    }
    print(header)
    print(options.rules.middle, widths: widths)
    for row in held { print(row, widths: widths) }
    held = []
  }

  private func print(_ row: [Cell], widths: [Int]) {
    guard options.wraps, options.width != nil else { return printLine(row, widths: widths) }
    let lines = zip(row, widths).map { cell, width in TextWrap.lines(cell.text, width: width) }
    for line in 0..<(lines.map(\.count).max() ?? 0) {
      let parts = zip(row, lines).map { cell, lines in
        Cell(kind: cell.kind, text: line < lines.count ? lines[line] : "")
      }
      printLine(parts, widths: widths)
    }
  }

  private func printLine(_ row: [Cell], widths: [Int]) {
    print(
      widths.indices.map { column in
        guard column < row.count else { return String(repeating: " ", count: widths[column] + 2) }
        let cell = row[column]
        let text = aligned(
          cell.text, width: widths[column], right: cell.kind == .number || cell.kind == .null && numbers[column])
        if cell.isMarked { return options.style.marked(" \(text) ") }
        return " \(cell.kind == .null ? options.style.dim(text) : text) "
      })
  }

  private func print(_ cells: [String]) {
    let rule = options.style.dim(options.rules.vertical)
    output(rule + cells.joined(separator: rule) + rule + "\n")
  }

  private func print(_ rule: TableRules.Rule, widths: [Int]) {
    let lines = widths.indices.map { column in
      guard options.rules.tellsAlignment else { return String(repeating: rule.line, count: widths[column] + 2) }
      return " \(String(repeating: rule.line, count: widths[column] - 1))\(numbers[column] ? ":" : rule.line) "
    }
    output(options.style.dim(rule.left + lines.joined(separator: rule.crossing) + rule.right) + "\n")
  }

  private func aligned(_ text: String, width: Int, right: Bool) -> String {
    let own = DisplayWidth.of(text)
    if own > width {
      guard options.width != nil else { return text }
      let cut = Self.cut(text, to: width, ellipsis: options.rules.ellipsis)
      return cut + String(repeating: " ", count: max(0, width - DisplayWidth.of(cut)))
    }
    let blanks = String(repeating: " ", count: width - own)
    return right ? blanks + text : text + blanks
  }

  /// The text, cut only where it is too long.
  static func fit(_ text: String, to width: Int, ellipsis: Character) -> String {
    DisplayWidth.of(text) <= width ? text : cut(text, to: width, ellipsis: ellipsis)
  }

  /// As many graphemes as fit beside an ellipsis.
  static func cut(_ text: String, to width: Int, ellipsis: Character) -> String {
    var result = ""
    var used = 1
    for character in text {
      used += DisplayWidth.of(character)
      if used > width { break }
      result.append(character)
    }
    result.append(ellipsis)
    return result
  }
}
