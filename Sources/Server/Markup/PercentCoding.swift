/// The coding of addresses: what is not a letter, a digit or one of `-._~` becomes `%` and two digits.
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  static func encoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text that was encoded; a `%` that no two digits follow stands for itself.
  ///
  /// - Parameter spaces: True where `+` is a space, as forms write it.
  static func decoded(_ text: some StringProtocol, spaces: Bool = false) -> String {
    decoded(utf8: text.utf8, spaces: spaces)
  }

  /// The same of a text's bytes.
  static func decoded(utf8: some Collection<UInt8>, spaces: Bool = false) -> String {
    utf8.withContiguousStorageIfAvailable { decoded($0, spaces) }
      ?? Array(utf8).withUnsafeBufferPointer { decoded($0, spaces) }
  }

  private static func decoded(_ utf8: UnsafeBufferPointer<UInt8>, _ spaces: Bool) -> String {
    let isCoded = utf8.contains { $0 == UInt8(ascii: "%") || spaces && $0 == UInt8(ascii: "+") }
    guard isCoded else { return String(decoding: utf8, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
        let low = rest.dropFirst().first.flatMap(digit)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(spaces && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
