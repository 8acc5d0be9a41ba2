import ORDA
import ORDAThreads

/// The columns that a table's pages read, as SQL. They are the same for all pages, and to put them together takes longer than the
/// rest of a statement.
final class SelectBeginnings: Sendable {
  private let dialect: Dialect
  /// By how much of a text is read; nil for all of it.
  private let known = Lock<[Int?: SQL]>([:])

  init(_ dialect: Dialect) { self.dialect = dialect }

  /// The columns, put together the first time.
  func columns(reading longest: Int?, _ columns: () -> [SQL]) -> SQL {
    if let known = known.withLock({ $0[longest] }) { return known }
    // The names are quoted here, and not for each statement again.
    let made = SQL(text: columns().joined(separator: ", ").render(dialect))
    known.withLock { $0[longest] = made }
    return made
  }
}
