internal import ORDAPlatform

/// From the bytes of a text in a database to Swift's text, for drivers: exactly, or not at all.
///
/// Some databases let a program store any bytes as text. Swift would silently turn what is not UTF-8 into U+FFFD, and
/// writing it back would make another text. So a typed read of such a text is an error that names the column, and an
/// untyped one returns its bytes, as ``Value/other(type:bytes:)`` of the type `text`.
public enum TextDecoding {
  /// The text; nil if the bytes are not UTF-8.
  @inlinable @inline(__always)
  public static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // Making the text silently repairs it. Only what is not ASCII needs a second look.
    isASCII(bytes) ? String(decoding: bytes, as: UTF8.self) : compared(bytes)
  }

  /// The text as a value; its bytes if they are not UTF-8.
  @inlinable
  public static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
    if let text = string(bytes) { .text(text) } else { .other(type: Value.textTypeName, bytes: Array(bytes)) }
  }

  /// True if all bytes are ASCII. A text of 12 bytes takes two looks.
  @inlinable @inline(__always)
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 8, let start = UnsafeRawPointer(bytes.baseAddress) else {
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      return all < 0x80
    }
    // The last eight may overlap those before.
    let last = bytes.count &- 8
    var all = start.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    var offset = 0
    while offset < last {
      all |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  @usableFromInline
  static func compared(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count == bytes.count else { return nil }
    let isSame = text.withUTF8 { made in
      guard let made = made.baseAddress, let given = bytes.baseAddress else { return true }
      return memcmp(made, given, bytes.count) == 0
    }
    return isSame ? text : nil
  }
}

extension Value {
  /// The type of a text that is not UTF-8.
  @usableFromInline static var textTypeName: String { "text" }
}
