/// The characters that draw a table.
struct TableRules: Sendable {
  /// Left end, line, crossing and right end of a rule.
  struct Rule: Sendable {
    let left: String
    let line: String
    let crossing: String
    let right: String
  }

  /// The table's upper edge; nil if it has none.
  let top: Rule?
  let middle: Rule
  /// The table's lower edge; nil if it has none.
  let bottom: Rule?
  let vertical: String
  /// Marks what was cut off.
  let ellipsis: Character
  /// True if the middle rule shows a column's alignment, as in Markdown: `| --- | --: |`.
  var tellsAlignment = false

  /// Box drawing characters.
  static let box = TableRules(
    top: Rule(left: "┌", line: "─", crossing: "┬", right: "┐"),
    middle: Rule(left: "├", line: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "└", line: "─", crossing: "┴", right: "┘"), vertical: "│", ellipsis: "…")

  /// Characters that every terminal has.
  static let ascii: TableRules = {
    let rule = Rule(left: "+", line: "-", crossing: "+", right: "+")
    return TableRules(top: rule, middle: rule, bottom: rule, vertical: "|", ellipsis: "~")
  }()

  /// Characters for a Markdown table.
  static let markdown: TableRules = {
    let rule = Rule(left: "|", line: "-", crossing: "|", right: "|")
    return TableRules(top: nil, middle: rule, bottom: nil, vertical: "|", ellipsis: "…", tellsAlignment: true)
  }()
}
