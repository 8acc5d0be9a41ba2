/// Distributes a line among columns.
enum ColumnWidths {
  /// The widths of columns that would like the widths in `natural`, with `room` cells in all; nil is as much as they
  /// like.
  ///
  /// The widest give way first. Columns with numbers never do, since a number that is cut is a wrong number, and no
  /// column becomes narrower than one cell: many columns may still be wider than the room.
  static func fitting(_ natural: [Int], numbers: [Bool], into room: Int?) -> [Int] {
    var widths = natural.map { max(1, $0) }
    guard let room else { return widths }
    var excess = widths.reduce(0, +) - room
    let columns = widths.indices.filter { !numbers[$0] }
    for least in [8, 1] where excess > 0 {
      guard !columns.isEmpty else { continue }
      // The cap at which the chosen columns fit, found by bisection.
      let others = widths.indices.filter { !columns.contains($0) }.map { widths[$0] }.reduce(0, +)
      var low = least
      var high = columns.map { widths[$0] }.max() ?? least
      while low < high {
        let cap = (low + high + 1) / 2
        if others + columns.map({ min(widths[$0], cap) }).reduce(0, +) <= room {
          low = cap
        } else {
          high = cap - 1
        }
      }
      for column in columns { widths[column] = min(widths[column], low) }
      // Left-over cells go to some of the capped columns.
      var spare = room - widths.reduce(0, +)
      for column in columns where spare > 0 && widths[column] < natural[column] {
        widths[column] += 1
        spare -= 1
      }
      excess = -spare
    }
    return widths
  }
}
