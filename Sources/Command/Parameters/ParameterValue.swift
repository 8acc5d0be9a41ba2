import ORDA
import ORDAImport

/// A typed value for a parameter.
struct ParameterValue {
  /// The parameter's name without its colon; nil if parameters go by order.
  var name: String?
  var value: Value

  /// A value from the command line.
  ///
  /// What reads as a number by ``TypeInference``'s rules is bound as one, everything else as text. `null:` is NULL,
  /// `text:` takes what follows literally, and `hex:` makes bytes from hexadecimal digits; nil for invalid digits.
  static func value(_ text: String) -> Value? {
    if text == "null:" { return .null }
    if text.hasPrefix("text:") { return .text(String(text.dropFirst(5))) }
    if text.hasPrefix("hex:") { return Hexadecimal.bytes(text.dropFirst(4).utf8).map { .bytes($0) } }
    let type = Array(text.utf8).withUnsafeBufferPointer { TypeInference.classify($0) }
    switch type {
    case .integer: return Int64(text).map { .int($0) } ?? .text(text)
    case .real: return Double(text).map { .double($0) } ?? .text(text)
    case .text: return .text(text)
    }
  }

  /// `name=value`, split at its first `=`; nil if there is no name or the value is invalid.
  static func named(_ text: String) -> ParameterValue? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    var name = text[..<equals]
    if name.hasPrefix(":") { name = name.dropFirst() }
    guard !name.isEmpty, let value = value(String(text[text.index(after: equals)...])) else { return nil }
    return ParameterValue(name: String(name), value: value)
  }
}
