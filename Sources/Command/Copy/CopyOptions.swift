/// What a copy is asked to do.
struct CopyOptions: Sendable {
  /// What to do with a table that the target already has.
  enum Existing: Sendable {
    /// It is an error, and nothing is touched.
    case refused
    /// The rows are put into it.
    case filled
    /// It is dropped and made again.
    case replaced
  }

  /// The tables to copy; none for all.
  var tables: [String] = []
  var existing = Existing.refused
  /// Whether to create missing tables.
  var makesTables = true
  /// Whether to copy rows.
  var copiesRows = true
  /// Whether to make the plan only.
  var changesNothing = false
}
