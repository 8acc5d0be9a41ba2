/// The columns changed in a row: usually one, which takes no memory of its own.
///
/// A driver that reports many changes collects their columns here, column by column in the order of the table.
public enum ChangedCells: Sendable {
  /// The columns are not known.
  case unknown
  /// One column.
  case one(ChangedCell)
  /// Any other number, including none.
  case several([ChangedCell])
  /// The columns are not known, but what they all hold now: for an update of this governor's own, of a database that
  /// does not tell what a row held before. Only for what nobody can have read anything newer of; columns that were
  /// left as they were may be missing.
  case row([ChangedCell])

  /// These columns; unknown for nil.
  public init(_ cells: [ChangedCell]?) {
    guard let cells else {
      self = .unknown
      return
    }
    self = cells.count == 1 ? .one(cells[0]) : .several(cells)
  }

  /// No columns.
  public static var none: ChangedCells { .several([]) }

  /// Adds a column, if the columns are known.
  @inline(__always)
  public mutating func append(_ cell: ChangedCell) {
    switch self {
    case .unknown, .row: break
    case .one(let first): self = .several([first, cell])
    case .several(var cells):
      if cells.isEmpty {
        self = .one(cell)
      } else {
        // Nobody else holds the array while it grows.
        self = .none
        cells.append(cell)
        self = .several(cells)
      }
    }
  }

  /// Makes room for a number of columns.
  public mutating func reserveCapacity(_ count: Int) {
    guard count > 1, case .several(var cells) = self else { return }
    cells.reserveCapacity(count)
    self = .several(cells)
  }

  /// The columns; nil if they are not known.
  public var array: [ChangedCell]? {
    switch self {
    case .unknown, .row: nil
    case .one(let cell): [cell]
    case .several(let cells): cells
    }
  }

  /// True if there are certainly none.
  public var isEmpty: Bool { if case .several(let cells) = self { cells.isEmpty } else { false } }

  /// Calls the body with each column, if they are known.
  @inline(__always)
  public func forEach(_ body: (borrowing ChangedCell) -> Void) {
    switch self {
    case .unknown, .row: break
    case .one(let cell): body(cell)
    case .several(let cells): for cell in cells { body(cell) }
    }
  }
}
