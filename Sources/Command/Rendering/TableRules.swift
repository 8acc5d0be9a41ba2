/// The signs that a table is drawn with.
struct TableRules: Sendable {
  /// Left end, line, crossing and right end of a rule.
  struct Rule: Sendable {
    let left: String
    let line: String
    let crossing: String
    let right: String
  }

  let top: Rule
  let middle: Rule
  let bottom: Rule
  let vertical: String
  /// What stands for what was cut off.
  let ellipsis: Character

  /// Box drawing characters.
  static let box = TableRules(
    top: Rule(left: "┌", line: "─", crossing: "┬", right: "┐"),
    middle: Rule(left: "├", line: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "└", line: "─", crossing: "┴", right: "┘"), vertical: "│", ellipsis: "…")

  /// Signs that every terminal has.
  static let ascii: TableRules = {
    let rule = Rule(left: "+", line: "-", crossing: "+", right: "+")
    return TableRules(top: rule, middle: rule, bottom: rule, vertical: "|", ellipsis: "~")
  }()
}
