/// Whether bytes are UTF-8: a database may store others as text.
enum UTF8Text {
  /// True for UTF-8.
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isASCII(bytes) || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Eight bytes at a time, since most strings are ASCII.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index &+ 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index &+= 8
    }
    while index < raw.count {
      if raw[index] >= 0x80 { return false }
      index &+= 1
    }
    return true
  }
}
