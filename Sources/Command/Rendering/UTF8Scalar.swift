/// Reads characters from bytes that may not be UTF-8.
enum UTF8Scalar {
  /// The character at a place, and its length in bytes; nil with the number of bytes that are not UTF-8.
  ///
  /// Invalid bytes are divided as by `String(decoding:as:)`.
  static func first(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    var rest = bytes[index...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      return (scalar, Unicode.UTF8.width(scalar))
    case .error(let length): return (nil, length)
    case .emptyInput: return (nil, 1)
    }
  }
}
