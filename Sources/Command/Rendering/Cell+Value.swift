import ORDA

extension Cell {
  /// A value as a table shows it.
  init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .int, .uint, .double, .decimal: .number(value.description)
      case .text(let text), .json(let text): .text(text)
      case .bytes, .other: .bytes(value.description)
      case .date, .time, .timestamp, .instant, .uuid: .text(value.description)
      }
  }
}
