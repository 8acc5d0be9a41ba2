import ORDA
import ORDAThreads

/// The parts of a table's statements that are the same for many pages, as SQL. To put them together anew takes longer than the rest of
/// a statement.
final class SelectTexts: Sendable {
  /// Which part: what is read, and in which order.
  enum Part: Hashable {
    /// - reading: How much of a text is read; nil for all of it.
    case columns(reading: Int?, sortedBy: String?)
    case order(TableRequest.Sort?, isBackward: Bool, limit: Int)
  }

  private static let most = 100

  private let dialect: Dialect
  private let known = Lock<[Part: SQL]>([:])

  init(_ dialect: Dialect) { self.dialect = dialect }

  /// A part, put together the first time.
  func text(_ part: Part, _ make: () -> SQL) -> SQL {
    if let known = known.withLock({ $0[part] }) { return known }
    // The names are quoted here, and not for each statement again.
    let made = SQL(text: make().render(dialect))
    known.withLock { known in
      // Addresses may ask for any number of rows.
      if known.count >= Self.most { known = [:] }
      known[part] = made
    }
    return made
  }
}
