import ORDA

extension Cell {
  /// A value for display in a table.
  ///
  /// - Parameter limit: How many graphemes of a string to show.
  init(_ value: Value, limit: Int = longest) {
    self =
      switch value {
      case .null: .null
      case .int, .uint, .double, .decimal: .number(value.description)
      case .text(let text), .json(let text): .text(text, limit: limit)
      case .bytes: .bytes(value.description)
      case .other: value.otherText.map { .text($0, limit: limit) } ?? .bytes(value.description)
      case .date, .time, .timestamp, .instant, .uuid: .text(value.description)
      }
  }
}
