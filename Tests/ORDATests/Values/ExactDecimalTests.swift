import Foundation
import Testing

@testable import ORDA

@Suite struct ExactDecimalTests {
  @Test func isSmall() {
    #expect(MemoryLayout<ExactDecimal>.size <= 16)
    #expect(MemoryLayout<Value>.stride <= 24)
  }

  @Test func keepsItsText() throws {
    let kept = [
      "0", "0.00", "12.30", "-12.30", "-0.001", "1", "-1", "9223372036854775807", "18446744073709551615",
      "10000000000000000000", "9999999999999999999", "0.1000000000000000000000000000000",
      "99999999999999999999999999999999999999999999999999999999999999999",
      "-12345678901234567890123456789012345.678901234567890123456789012345",
      "0.00000000000000000000000000000000000001", "100000000000000000000000.0",
    ]
    for text in kept {
      let number = try #require(ExactDecimal(text))
      #expect(number.description == text)
      #expect(number.withDigits { $0.count } == number.digitCount)
    }
    let other = [
      ("1.5e3", "1500"), ("1.5E-3", "0.0015"), ("1e20", "100000000000000000000"), ("-1.50e+1", "-15.0"), (".5", "0.5"),
      ("5.", "5"), ("+7", "7"), ("-0", "0"), ("-0.0", "0.0"), ("007.10", "7.10"), ("0e99", "0"), ("1e0", "1"),
      ("0000000000000000000000000000001", "1"), ("123e-5", "0.00123"),
      ("123456789012345678901e2", "12345678901234567890100"),
    ]
    for (text, expected) in other { #expect(ExactDecimal(text)?.description == expected, "\(text)") }
  }

  @Test func refusesWhatIsNoNumber() {
    for text in [
      "", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "1,2", "0x10", " 1", "1 ", "--1", "nan", "inf", "1e5000",
      "1e-5000",
      "1e99999999999999999999", "١", "1_000", "1\u{0}", "-.", "1e1.5",
    ] {
      #expect(ExactDecimal(text) == nil, "\(text)")
    }
    #expect(ExactDecimal(String(repeating: "9", count: 5000)) == nil)
    #expect(ExactDecimal(String(repeating: "9", count: 4096))?.digitCount == 4096)
    #expect(ExactDecimal("0." + String(repeating: "0", count: 5000)) == nil)
    #expect(ExactDecimal(digits: [1, 10]) == nil)
    #expect(ExactDecimal(digits: [1], scale: -1) == nil)
    #expect(ExactDecimal(digits: [1], scale: 100_000) == nil)
    #expect(ExactDecimal(isNegative: true, digits: [0, 1, 2, 3], scale: 2)?.description == "-1.23")
    #expect(ExactDecimal(digits: [])?.description == "0")
  }

  @Test func comparesAsNumbers() throws {
    let ascending = [
      "-100000000000000000000000", "-12.31", "-12.3", "-0.01", "0", "0.001", "0.01", "9", "12.3", "12.30001",
      "123.0", "99999999999999999999", "99999999999999999999.1", "100000000000000000000",
    ]
    let numbers = try ascending.map { try #require(ExactDecimal($0)) }
    for (left, first) in numbers.enumerated() {
      for (right, second) in numbers.enumerated() {
        #expect((first < second) == (left < right))
        #expect((first == second) == (left == right))
      }
    }
    for (first, second) in [
      ("12.3", "12.30"), ("0", "0.00"), ("-0.5", "-.50"), ("1", "1.0000000000000000000000000"), ("1e25", "1e25"),
      ("10000000000000000000000000", "10000000000000000000000000.0"),
    ] {
      let (left, right) = (try #require(ExactDecimal(first)), try #require(ExactDecimal(second)))
      #expect(left == right)
      #expect(left.hashValue == right.hashValue)
      #expect(-left == -right)
    }
    #expect(Set(numbers).count == numbers.count)
    #expect(-(ExactDecimal("12.30") ?? 0) == ExactDecimal("-12.3"))
  }

  @Test func becomesIntegersExactly() throws {
    #expect(try ExactDecimal(Int64.min).integer(as: Int64.self) == .min)
    #expect(ExactDecimal(Int64.min).description == "-9223372036854775808")
    #expect(try ExactDecimal(UInt64.max).integer(as: UInt64.self) == .max)
    #expect(ExactDecimal(UInt64.max).description == "18446744073709551615")
    #expect(ExactDecimal(10_000_000_000_000_000_000 as UInt64).description == "10000000000000000000")
    #expect(Int8(exactly: try #require(ExactDecimal("-128.00"))) == -128)
    #expect(Int8(exactly: try #require(ExactDecimal("128"))) == nil)
    #expect(UInt8(exactly: try #require(ExactDecimal("-1"))) == nil)
    #expect(UInt8(exactly: try #require(ExactDecimal("-0"))) == 0)
    #expect(Int(exactly: try #require(ExactDecimal("1.5"))) == nil)
    #expect(Int(exactly: try #require(ExactDecimal("0.1"))) == nil)
    #expect(Int64(exactly: try #require(ExactDecimal("9223372036854775808"))) == nil)
    #expect(try #require(ExactDecimal("3.000")).isWhole)
    #expect(try !#require(ExactDecimal("3.001")).isWhole)
    #expect(throws: DatabaseError.self) { try #require(ExactDecimal("1.5")).integer(as: Int.self) }
  }

  @Test func becomesDoublesWithoutLoss() throws {
    for (double, text) in [
      (0.1, "0.1"), (-0.0, "0"), (1e16, "10000000000000000"), (1.5, "1.5"), (12, "12"),
      (1e22, "10000000000000000000000"),
      (123_456_789.123, "123456789.123"),
    ] {
      #expect(try ExactDecimal(double).description == text)
      #expect(try #require(ExactDecimal(text)).double() == double)
    }
    for extreme in [Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, -.leastNormalMagnitude, .pi] {
      #expect(try ExactDecimal(extreme).double() == extreme)
    }
    for text in ["0.1000000000000000000001", "9007199254740993", "1e400", "1e-400"] {
      let error = #expect(throws: DatabaseError.self) { try #require(ExactDecimal(text)).double() }
      #expect(error?.kind == .outOfRange)
    }
    for double in [Double.nan, .infinity, -.infinity] {
      let error = #expect(throws: DatabaseError.self) { try ExactDecimal(double) }
      #expect(error?.kind == .outOfRange)
    }
    var generator = ValueGenerator(state: 3)
    for _ in 0..<2000 {
      let double = Double(bitPattern: generator.next())
      guard double.isFinite else { continue }
      #expect(try ExactDecimal(double).double() == double)
    }
  }

  @Test func becomesFoundationsDecimal() throws {
    for text in [
      "0", "12.3", "-0.00000001", "12345678901234567890123456789012345678", "-99999999999999999999999999999999999999",
      "10000000000000000000", "1000000000000000000000000000000000000000000", "0.1",
    ] {
      let number = try #require(ExactDecimal(text))
      let decimal = try number.foundationDecimal()
      #expect(decimal == Decimal(string: text))
      #expect(try ExactDecimal(decimal) == number)
    }
    for text in ["123456789012345678901234567890123456789", "1e-200", "1e200"] {
      let error = #expect(throws: DatabaseError.self) { try #require(ExactDecimal(text)).foundationDecimal() }
      #expect(error?.kind == .outOfRange)
    }
    #expect(throws: DatabaseError.self) { try ExactDecimal(Decimal.nan) }
  }

  @Test func randomNumbersComeBack() throws {
    var generator = ValueGenerator(state: 65)
    for _ in 0..<5000 {
      let digits = (0..<Int.random(in: 1...65, using: &generator)).map { _ in UInt8.random(in: 0...9, using: &generator)
      }
      let scale = Int.random(in: 0...65, using: &generator)
      let number = try #require(
        ExactDecimal(isNegative: Bool.random(using: &generator), digits: digits, scale: scale))
      let again = try #require(ExactDecimal(number.description))
      #expect(again == number && again.scale == scale && again.description == number.description)
      let padded = try #require(ExactDecimal(isNegative: number.isNegative, digits: digits + [0, 0], scale: scale + 2))
      #expect(padded == number && padded.hashValue == number.hashValue && !(padded < number) && !(number < padded))
    }
  }
}
