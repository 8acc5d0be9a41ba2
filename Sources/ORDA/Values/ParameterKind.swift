/// The sort of value bound to a parameter: a case of ``Value``, without its content.
public enum ParameterKind: Sendable, Hashable {
  case null, int, uint, double, decimal, text, bytes, date, time, timestamp, instant, uuid, json
  /// A type of the database's own, by its name.
  case other(String)

  /// The kind of a value.
  public init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .int: .int
      case .uint: .uint
      case .double: .double
      case .decimal: .decimal
      case .text: .text
      case .bytes: .bytes
      case .date: .date
      case .time: .time
      case .timestamp: .timestamp
      case .instant: .instant
      case .uuid: .uuid
      case .json: .json
      case .other(let type, _): .other(type)
      }
  }
}
