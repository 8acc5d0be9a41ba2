import ORDA

/// Steps through every combination of the rows of several tables, the last one fastest: a cross join that takes no memory.
struct Combinations {
  private let tables: [[[Value]]]
  private var places: [Int]
  private var hasBegun = false

  init(of tables: [[[Value]]]) {
    self.tables = tables
    places = tables.map { _ in 0 }
  }

  /// Puts the next combination into the frame; false where there is none. Without tables there is one combination.
  mutating func advance(_ frame: Frame) -> Bool {
    if !hasBegun {
      hasBegun = true
      frame.rows = tables.compactMap(\.first)
      return frame.rows.count == tables.count
    }
    for turning in tables.indices.reversed() {
      places[turning] += 1
      let isDone = places[turning] >= tables[turning].count
      if isDone { places[turning] = 0 }
      frame.rows[turning] = tables[turning][places[turning]]
      if !isDone { return true }
    }
    return false
  }
}
