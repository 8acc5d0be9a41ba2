import ORDAImport

/// Prints rows as a table while they arrive.
///
/// The first rows are held back to size the columns; from then on every row is printed at once, so a result of any
/// length takes little memory. A cell too long for its column moves what follows it to the right: nothing is lost in a
/// file. If the table must fit a width, the table ends there and continues below with wider columns, under a new
/// header, as long as there is room. Without room strings are cut; numbers never are.
struct TableRenderer {
  /// How a table looks.
  struct Options {
    /// The maximum number of cells in a line; nil for any number.
    var width: Int?
    var rules = TableRules.box
    var style = Style.plain
    /// Whether a cell too long for its column continues below, instead of being cut.
    var wraps = false
    /// How many rows determine the columns' widths.
    var sample = 200
  }

  private let columns: [String]
  private let options: Options
  private let output: (String) -> Void
  private var held: [[Cell]] = []
  private var widths: [Int]?
  /// Each column's preferred width.
  private var natural: [Int]
  /// The width of each column's widest cell, without its header.
  private var widest: [Int]
  private var numbers: [Bool]
  /// How many rows were added.
  private(set) var count = 0

  init(columns: [String], options: Options = Options(), output: @escaping (String) -> Void) {
    self.columns = columns.map { VisibleText.escaping($0) }
    self.options = options
    self.output = output
    // Markdown wants a rule of three characters under each column.
    natural = self.columns.map { max(options.rules.tellsAlignment ? 3 : 0, DisplayWidth.of($0)) }
    numbers = self.columns.map { _ in false }
    widest = self.columns.map { _ in 1 }
  }

  /// Adds a row; missing cells are shown empty, surplus ones not at all.
  mutating func add(_ row: [Cell]) {
    count += 1
    guard let widths else {
      held.append(row)
      if held.count >= options.sample { begin() }
      return
    }
    print(row, widths: options.width == nil || options.wraps ? widths : self.widths(for: row, now: widths))
  }

  /// Prints what was held back and the table's lower edge.
  mutating func finish() {
    if widths == nil { begin() }
    if let widths, let rule = options.rules.bottom { print(rule, widths: widths) }
  }

  private mutating func begin() {
    for row in held { note(row) { _, width in width } }
    begin(widths: fittingWidths)
    if let widths { for row in held { print(row, widths: widths) } }
    held = []
  }

  /// Prints the table's upper edge and header.
  private mutating func begin(widths: [Int]) {
    self.widths = widths
    if let rule = options.rules.top { print(rule, widths: widths) }
    let header = columns.enumerated().map { column, name in
      let text = aligned(name, width: widths[column], right: numbers[column])
      return " \(options.style.bold(text)) "
    }
    print(header)
    print(options.rules.middle, widths: widths)
  }

  private var fittingWidths: [Int] {
    // A rule left and right of each column, and a blank on both sides of its text.
    let room = options.width.map { $0 - 3 * columns.count - 1 }
    var wanted = natural
    if let room, wanted.reduce(0, +) > room {
      // A header may be cut, a number may not.
      for column in wanted.indices where numbers[column] { wanted[column] = widest[column] }
    }
    return ColumnWidths.fitting(wanted, numbers: numbers, into: room)
  }

  /// Takes a row's cells into account.
  ///
  /// - Parameter width: What a column would like to have for a cell that is wider than it.
  private mutating func note(_ row: [Cell], width: (Cell, Int) -> Int) {
    for (column, cell) in row.prefix(columns.count).enumerated() {
      let own = DisplayWidth.of(cell.text)
      widest[column] = max(widest[column], own)
      if own > natural[column] { natural[column] = width(cell, own) }
      if cell.kind == .number { numbers[column] = true }
    }
  }

  /// The columns' widths for a row after the sample. If wider ones hold what these would cut, the table ends and begins
  /// again with them.
  private mutating func widths(for row: [Cell], now widths: [Int]) -> [Int] {
    let tooLong = zip(row, widths).enumerated().filter { DisplayWidth.of($0.element.0.text) > $0.element.1 }
    if tooLong.isEmpty { return widths }
    // Strings get more than they need, so that a table with ever longer ones does not begin again with each.
    note(row) { cell, width in cell.kind == .number ? width : width + width / 2 }
    let wider = fittingWidths
    let isWorthIt = tooLong.contains { column, pair in
      wider[column] > pair.1 && (pair.0.kind == .number || DisplayWidth.of(pair.0.text) <= wider[column])
    }
    guard isWorthIt else { return widths }
    if let rule = options.rules.bottom { print(rule, widths: widths) }
    begin(widths: wider)
    return wider
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
          cell.text, width: widths[column], right: cell.kind == .number || cell.kind == .null && numbers[column],
          isWhole: cell.kind == .number)
        if cell.isMarked { return options.style.marked(" \(text) ") }
        return " \(cell.kind == .null ? options.style.dim(text) : text) "
      })
  }

  private func print(_ cells: [String]) {
    let rule = options.style.dim(options.rules.vertical)
    output(Self.line(of: cells, left: rule, between: rule, right: rule) + "\n")
  }

  private func print(_ rule: TableRules.Rule, widths: [Int]) {
    let lines = widths.indices.map { column in
      guard options.rules.tellsAlignment else { return String(repeating: rule.line, count: widths[column] + 2) }
      return " \(String(repeating: rule.line, count: widths[column] - 1))\(numbers[column] ? ":" : rule.line) "
    }
    output(
      options.style.dim(Self.line(of: lines, left: rule.left, between: rule.crossing, right: rule.right)) + "\n")
  }

  /// Parts with rules around them. `joined` would have the runtime search the whole program for a conformance, in each short command.
  private static func line(of parts: [String], left: String, between: String, right: String) -> String {
    var line = left
    for (column, part) in parts.enumerated() {
      if column > 0 { line += between }
      line += part
    }
    return line + right
  }

  private func aligned(_ text: String, width: Int, right: Bool, isWhole: Bool = false) -> String {
    let own = DisplayWidth.of(text)
    if own > width {
      guard options.width != nil, !isWhole else { return text }
      let cut = Self.cut(text, to: width, ellipsis: options.rules.ellipsis)
      return cut + String(repeating: " ", count: max(0, width - DisplayWidth.of(cut)))
    }
    let blanks = String(repeating: " ", count: width - own)
    return right ? blanks + text : text + blanks
  }

  /// The text, cut only if it is too long.
  static func fit(_ text: String, to width: Int, ellipsis: Character) -> String {
    DisplayWidth.of(text) <= width ? text : cut(text, to: width, ellipsis: ellipsis)
  }

  /// As many graphemes as fit together with an ellipsis.
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
