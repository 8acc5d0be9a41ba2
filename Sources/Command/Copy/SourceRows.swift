import ORDA

/// The rows of a table as a sequence, one at a time, which the target takes in one batch.
///
/// A sequence can't throw, so it ends where reading fails, and keeps the error.
final class SourceRows: Sequence, IteratorProtocol {
  private var rows: Rows
  private var current: Row?
  private let progress: CopyProgress
  private(set) var failure: (any Error)?

  init(_ rows: consuming Rows, _ progress: CopyProgress) {
    self.rows = rows
    self.progress = progress
  }

  func next() -> Void? {
    do {
      try progress.advance()
      current = try rows.next()
    } catch {
      failure = error
      return nil
    }
    switch current {
    case .some: return ()
    case .none: return nil
    }
  }

  /// Binds the current row, and gives its hash.
  func bind(_ table: CopyTable, to parameters: borrowing ParameterBinder) throws -> RowHash {
    var hash = RowHash()
    switch current {
    case .none: break
    case .some(let row):
      for index in table.columns.indices {
        let column = table.columns[index]
        try column.read(row, at: index) { cell in
          hash.add(cell)
          try cell.bind(to: parameters, at: index, of: column)
        }
      }
    }
    return hash
  }
}
