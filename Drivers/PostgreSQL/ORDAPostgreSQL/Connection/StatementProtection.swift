/// What a statement of a transaction can be undone by alone: a savepoint, set and forgotten in the same round trip as
/// the statements around.
struct StatementProtection {
  static let name = "orda_statement"
  static let setting = "SAVEPOINT \(name)"
  static let forgetting = "RELEASE SAVEPOINT \(name)"

  /// To be set before the next statement.
  private(set) var isWanted = false
  /// Set, and needed.
  private(set) var isSet = false
  /// Set, and to be forgotten before anything else.
  private(set) var isStale = false

  /// What to run before the next statement.
  var texts: [String] {
    if !isWanted && !isStale { return [] }
    return (isStale ? [Self.forgetting] : []) + (isWanted ? [Self.setting] : [])
  }

  /// The texts have run.
  mutating func ran() {
    if isWanted { isSet = true }
    isWanted = false
    isStale = false
  }

  mutating func want() { isWanted = true }

  /// The statement's changes are kept.
  mutating func keep() {
    isWanted = false
    if isSet { isStale = true }
    isSet = false
  }

  /// The statement's changes are undone; true if the server has to be told.
  mutating func undo() -> Bool {
    isWanted = false
    defer { isSet = false }
    return isSet
  }

  /// A savepoint around is undone or forgotten, and this one with it.
  mutating func forget() {
    isSet = false
    isStale = false
  }
}
