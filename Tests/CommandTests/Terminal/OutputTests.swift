import Testing

@testable import Command

@Suite("Output") struct OutputTests {
  private struct Refused: Error, Equatable { var number: Int }

  @Test("arrives whole and in order, in large pieces")
  func pieces() throws {
    var pieces: [[UInt8]] = []
    let output = Output { pieces.append(Array($0)) }
    var expected: [UInt8] = []
    for number in 0..<50_000 {
      output.write(number: Int64(number))
      output.write(0x0A)
      expected += Array("\(number)\n".utf8)
    }
    let large = [UInt8](repeating: 0x78, count: 200_000)
    output.write(large)
    output.write("end")
    try output.flush()
    expected += large + Array("end".utf8)
    #expect(pieces.flatMap { $0 } == expected)
    #expect(pieces.count < 12)
    try output.flush()
    #expect(pieces.count < 12)
  }

  @Test("keeps its first failure and drops what follows")
  func failure() throws {
    var calls = 0
    let output = Output { _ in
      calls += 1
      throw Refused(number: calls)
    }
    for _ in 0..<3 { output.write([UInt8](repeating: 0, count: 70_000)) }
    #expect(throws: Refused(number: 1)) { try output.flush() }
    #expect(throws: Refused(number: 1)) { try output.flush() }
    #expect(calls == 1)
  }

  @Test("writes whole numbers", arguments: [0, 7, 10, 99, 100, -1, -10, .max, .min] as [Int64])
  func numbers(_ number: Int64) throws {
    #expect(try text { $0.write(number: number) } == String(number))
    #expect(try text { $0.write(number: UInt64.max) } == "18446744073709551615")
  }

  @Test("writes sequences that are no arrays, and hexadecimal digits")
  func bytes() throws {
    #expect(try text { $0.write((0x61...0x65).lazy.map { UInt8($0) }) } == "abcde")
    let value: [UInt8] = [0, 0x9A, 0xFF]
    #expect(try text { output in value.withUnsafeBytes { output.write(hex: $0) } } == "009aff")
  }
}
