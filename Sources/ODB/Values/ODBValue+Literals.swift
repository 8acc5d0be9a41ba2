internal import Foundation

extension ODBValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  /// A boolean.
  public init(booleanLiteral value: Bool) { self.init(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self.init(value) }
  /// A double.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A string.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ODBValue: CustomStringConvertible {
  /// The content, followed by the application type if there is one: for people.
  public var description: String {
    let text =
      switch content {
      case .boolean(let content): content.description
      case .integer(let content): content.description
      case .double(let content): content.description
      case .date(let content): content.description
      case .string(let content): content
      case .data(let content): "\(content.count) bytes"
      }
    return applicationType.map { "\(text) (\($0))" } ?? text
  }
}
