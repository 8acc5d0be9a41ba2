internal import ORDA

extension SentParameters: BinaryForms {
  /// Appends a value in the form of the type that the server wants; as a text, which the server reads, where there is
  /// no other.
  func append(_ value: BoundValue, as type: UInt32) {
    let isBinary: Bool
    switch value {
    case .null: return appendNull()
    case .int(let number): isBinary = append(number, as: type)
    case .double(let number): isBinary = append(number, as: type)
    case .text(var text):
      switch type {
      case ServerType.bytea, ServerType.text, ServerType.varchar, ServerType.bpchar:
        return text.withUTF8 { append(UnsafeRawBufferPointer($0), isBinary: true) }
      default:
        if let text = BoundValue.serverText(of: text, as: type) { return append(text: text) }
        return text.withUTF8 { append(UnsafeRawBufferPointer($0), isBinary: false) }
      }
    case .bytes(let bytes):
      isBinary = type == ServerType.bytea
      if isBinary { bytes.withUnsafeBytes { append($0, isBinary: true) } }
    case .value(let other): isBinary = append(other, as: type)
    }
    if isBinary { return }
    if let text = value.text(as: type) { append(text: text) } else { appendNull() }
  }

  func append(binary bytes: UnsafeRawBufferPointer) { append(bytes, isBinary: true) }
}
