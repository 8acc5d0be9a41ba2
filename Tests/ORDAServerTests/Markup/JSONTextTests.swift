import Foundation
import TestSupport
import Testing

@testable import ORDAServer

/// What is written as JSON.
@Suite struct JSONTextTests {
  private func written(_ write: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func numbersAreWrittenAsSwiftDescribesThem() {
    var random = Seeded(1)
    var numbers: [Double] = [
      0, -0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 4.3, -4.3, 1, -1, 10, 100, 0.001, 0.0001, 0.00099, 1e9, 9_999_999_999.9999,
      1e10, 1e15,
      1e16, 1e22, 0.5, 0.25, 0.125, 0.0625, 1.0001, 1.00001, 123.4567, 123.45678, .pi, .ulpOfOne,
      .leastNonzeroMagnitude,
      .leastNormalMagnitude, .greatestFiniteMagnitude, 999.9995, 0.9999, 0.99995, 1 / 3.0,
    ]
    for _ in 0..<20_000 {
      let digits = Double(
        Int64.random(in: 0..<100_000_000_000_000, using: &random) >> Int64.random(in: 0..<47, using: &random))
      numbers.append(digits / [1, 10, 100, 1000, 10_000, 100_000].randomElement(using: &random)!)
      let any = Double(bitPattern: .random(in: 0 ... .max, using: &random))
      if any.isFinite { numbers.append(any) }
      numbers.append(numbers[numbers.count - 1].nextUp)
    }
    for number in numbers where number.isFinite {
      let text = written { $0.raw(finite: number) }
      #expect(text == number.description)
    }
  }

  @Test func wholeNumbersKeepAllTheirDigits() {
    var numbers: [Int64] = [0, 1, -1, 9, 10, 11, 99, 100, .max, .min, .min + 1]
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      numbers += [power - 1, power, power + 1, -power, 1 - power]
    }
    for number in numbers { #expect(written { $0.raw(number) } == String(number)) }
    let large: [UInt64] = [0, .max, .max - 1, 10_000_000_000_000_000_000, 9_999_999_999_999_999_999]
    for number in large {
      #expect(written { $0.raw(number) } == String(number))
    }
  }

  @Test func textsAreEscapedWhereverTheyHaveTo() throws {
    // Eight bytes are looked at together: each sign at each place of texts of each length around that.
    for length in 0...20 {
      for place in 0..<length {
        for sign: Unicode.Scalar in [
          "\"", "\\", "\0", "\u{1f}", "\n", " ", "!", "#", "[", "]", "\u{7f}", "ä", "€", "\u{10ffff}",
        ] {
          var scalars = Array(repeating: "a" as Unicode.Scalar, count: length)
          scalars[place] = sign
          let text = String(String.UnicodeScalarView(scalars))
          let json = written { $0.text(text) }
          let read = try JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String]
          #expect(read == [text])
          #expect(json.utf8.allSatisfy { $0 >= 0x20 })
        }
      }
    }
    #expect(written { $0.text("") } == "\"\"")
    #expect(written { $0.text(nil) } == "null")
  }

  @Test func whatIsTakenOutOrAwayIsGone() {
    var json = JSONText(room: 3)
    for number in 0..<1000 { json.raw(number) }
    json.remove(1..<json.count - 2)
    #expect(json.bytes == Array("099".utf8))
    var other = JSONText()
    other.append(json)
    #expect(json.take() == Array("099".utf8))
    #expect(json.count == 0 && json.bytes.isEmpty)
    json.raw(5)
    other.append(json)
    #expect(String(decoding: other.bytes, as: UTF8.self) == "0995")
  }
}
