import ORDA
import Testing

@Suite("Text from bytes") struct TextDecodingTests {
  private func decoded(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBufferPointer { TextDecoding.string($0) } }

  @Test("What is UTF-8 is read byte for byte, at each length and place")
  func good() {
    for piece in ["", "a", "é", "€", "🎷", "\0", "\u{FFFD}", "\u{10FFFF}", "e\u{301}", "\u{7F}", "\u{80}"] {
      for before in 0..<20 {
        for after in [0, 1, 7, 8, 9, 40] {
          let text = String(repeating: "x", count: before) + piece + String(repeating: "y", count: after)
          #expect(decoded(Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
        }
      }
    }
  }

  @Test(
    "What is not is nil, and bytes as a value; also where repairing it would not change its length",
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xF0, 0x9F, 0x98],
      [0xF0, 0x90, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFE, 0xFF],
      [0xEF, 0xBF, 0xBD, 0xFF], [0xF0, 0x9F, 0x98, 0xEF, 0xBF, 0xBD],
    ] as [[UInt8]])
  func bad(_ piece: [UInt8]) {
    for before in 0..<20 {
      for after in [0, 1, 7, 8, 9, 40] {
        let bytes = [UInt8](repeating: 0x41, count: before) + piece + [UInt8](repeating: 0x42, count: after)
        #expect(decoded(bytes) == nil)
        #expect(bytes.withUnsafeBufferPointer { TextDecoding.value($0) } == .other(type: "text", bytes: bytes))
      }
    }
  }

  @Test("The library's own validation agrees on random bytes")
  func random() {
    var generator = SystemRandomNumberGenerator()
    // Few different bytes, so that whole characters, and their beginnings, come about often.
    let palette: [UInt8] = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        palette.randomElement(using: &generator) ?? 0
      }
      #expect(decoded(bytes).map { Array($0.utf8) } == String(validating: bytes, as: UTF8.self).map { Array($0.utf8) })
    }
  }
}
