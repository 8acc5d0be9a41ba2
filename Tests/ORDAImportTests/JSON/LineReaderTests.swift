import Testing

@testable import ORDAImport

@Suite struct LineReaderTests {
  private func outcome(_ text: String, chunk: Int, limit: Int = 1 << 20) throws -> [String] {
    var lines = LineReader(MemorySource(text.utf8, chunk: chunk), limit: limit, capacity: 16)
    var result: [String] = []
    while true {
      do {
        guard let line = try lines.next({ String(decoding: $0, as: UTF8.self) }) else { return result }
        result.append("\(lines.line) \(line)")
      } catch let error as LineReader<MemorySource>.TooLong {
        result.append("\(error)")
      }
    }
  }

  @Test("Lines of all lengths, whatever the pieces in which they arrive", arguments: 1...40)
  func lines(chunk: Int) throws {
    let long = String(repeating: "x", count: 100)
    #expect(try outcome("a\n\n\(long)\nb\r\nc", chunk: chunk) == ["1 a", "2 ", "3 \(long)", "4 b\r", "5 c"])
  }

  @Test("No line, one without an end, and one with it")
  func ends() throws {
    #expect(try outcome("", chunk: 8) == [])
    #expect(try outcome("a", chunk: 8) == ["1 a"])
    #expect(try outcome("a\n", chunk: 8) == ["1 a"])
  }

  @Test("A line that is too long is passed over, and the next one is read", arguments: [1, 7, 16, 1000])
  func tooLong(chunk: Int) throws {
    let text =
      "a\n" + String(repeating: "x", count: 31) + "\n" + String(repeating: "y", count: 30) + "\nb\n"
      + String(repeating: "z", count: 200)
    #expect(
      try outcome(text, chunk: chunk, limit: 30) == [
        "1 a", "line 2: more than 30 bytes in one line", "3 " + String(repeating: "y", count: 30), "4 b",
        "line 5: more than 30 bytes in one line",
      ])
  }

  @Test("An error of the body leaves the next line readable")
  func errorOfTheBody() throws {
    struct Refused: Error {}
    var lines = LineReader(MemorySource("a\nb\n".utf8))
    #expect(throws: Refused.self) { try lines.next { _ in throw Refused() } }
    #expect(try lines.next { $0.first } == 0x62)
    #expect(try lines.next { $0.first } == nil)
  }
}
