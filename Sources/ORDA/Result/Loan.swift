/// How far a borrower may use something lent: a statement with its rows, or a place to write to.
///
/// A program may keep what it was lent, after which that belongs to somebody else, or is gone. So the lender ends the
/// loan before that, and the borrower asks the loan before touching anything. Rows are lent under a number, the
/// ``generation``, which moves on when they become invalid.
///
/// Reads are inlined into programs, where the compiler can't prove exclusive access and would check it at run time, for
/// each value. It needs no check: these are plain numbers, read or written at once, and by one thread.
@usableFromInline
final class Loan {
  /// The permitted uses.
  @usableFromInline
  enum State: UInt8 {
    /// It is lent, and no row was read yet.
    case begun
    /// It is on a row.
    case onRow
    /// Everything was read.
    case atEnd
    /// It was returned.
    case over
  }

  /// The column that a look-up by name tries first: the one after the last found.
  @exclusivity(unchecked) @usableFromInline var hint = 0
  /// Those of the columns of lent rows.
  @exclusivity(unchecked) @usableFromInline var names: ColumnNames
  /// Moves on when lent rows become invalid.
  @exclusivity(unchecked) @usableFromInline var generation = 0
  @exclusivity(unchecked) @usableFromInline var state = State.begun

  @usableFromInline
  init(names: ColumnNames = .none) { self.names = names }

  /// Call it on its return: nothing that was lent is valid any more.
  func end() {
    generation &+= 1
    state = .over
  }

  /// Refuses the use of what was returned.
  ///
  /// - Parameter what: The thing, as a message names it: `this statement`.
  @inlinable
  func check(_ what: StaticString) throws(DatabaseError) {
    if state == .over { throw ended(what) }
  }

  @usableFromInline
  func ended(_ what: StaticString) -> DatabaseError {
    DatabaseError(.misuse, "\(what) was lent to a closure that has returned, or to rows that are over")
  }
}
