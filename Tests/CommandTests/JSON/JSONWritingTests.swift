import Foundation
import Testing

@testable import Command
@testable import ORDAImport

@Suite("Pieces of JSON") struct JSONWritingTests {
  @Test(
    "Texts are escaped",
    arguments: [
      ("abc", #""abc""#), ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\0\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
      ("\u{9B}", #""\u009b""#), ("\u{2028}\u{202E}\u{61C}", #""\u2028\u202e\u061c""#), ("/ä日😀", #""/ä日😀""#),
      ("a\u{A0}", "\"a\u{A0}\""),
    ])
  func texts(_ value: String, _ expected: String) throws {
    #expect(try text { $0.writeJSON(text: value) } == expected)
  }

  @Test(
    "Bytes that are no UTF-8 become U+FFFD, as many as a String makes of them",
    arguments: [
      [0xFF], [0x41, 0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80],
      [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0x80, 0x80, 0x41], [0xF0, 0x9F, 0x98, 0x80, 0xFE],
    ] as [[UInt8]])
  func invalid(_ value: [UInt8]) throws {
    let result = try text { output in value.withUnsafeBufferPointer { output.writeJSON(utf8: $0) } }
    #expect(result == "\"\(String(decoding: value, as: UTF8.self))\"")
    #expect(result.contains("\u{FFFD}"))
  }

  @Test("Base64 is that of Foundation")
  func base64() throws {
    for count in 0..<10 {
      let value = (0..<count).map { UInt8(truncatingIfNeeded: 251 &- $0 &* 37) }
      let result = try text { output in value.withUnsafeBytes { output.write(base64: $0) } }
      #expect(result == Data(value).base64EncodedString())
    }
    let all = (0...255).map { UInt8($0) }
    let result = try text { output in all.withUnsafeBytes { output.writeJSON(bytes: $0) } }
    #expect(result == #"{"$bytes":"\#(Data(all).base64EncodedString())"}"#)
  }

  @Test("Numbers")
  func numbers() throws {
    #expect(try text { $0.writeJSON(int: .min) } == "-9223372036854775808")
    #expect(try text { $0.writeJSON(double: 1e16) } == "1e+16")
    #expect(try text { $0.writeJSON(double: 100) } == "100.0")
    #expect(try text { $0.writeJSON(double: -.infinity) } == #"{"$double":"-inf"}"#)
  }
}
