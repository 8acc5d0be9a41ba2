public import ORDA

extension Value {
  /// The value with its case, for comparing.
  public var caseAndText: String {
    switch self {
    case .null: "NULL"
    case .int(let number): "int \(number)"
    case .double(let number): "double \(number)"
    case .text(let text): "'\(text)'"
    case .bytes(let bytes): "bytes \(bytes)"
    default: "\(self)"
    }
  }
}
