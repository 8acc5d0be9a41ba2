/// What a copy is asked to do.
struct CopyOptions: Sendable {
  /// What happens to a table that the target has already.
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
  /// Whether tables are made that are not there.
  var makesTables = true
  /// Whether rows are copied.
  var copiesRows = true
  /// Whether all is only looked at.
  var changesNothing = false
}
