import Testing

@testable import ORDAImport

@Suite struct VisibleTextTests {
  @Test func ordinaryTextIsLeftAlone() {
    #expect(VisibleText.escaping("Ärger, 日本 \\n \"x\"") == "Ärger, 日本 \\n \"x\"")
  }

  @Test func controlCharactersAreSpelled() {
    #expect(VisibleText.escaping("a\nb\r\n\tc\0") == "a\\nb\\r\\n\\tc\\0")
    #expect(VisibleText.escaping("\u{1B}[31m\u{7F}\u{9B}") == "\\u{1b}[31m\\u{7f}\\u{9b}")
  }

  @Test func directionOfWritingIsNotTurned() {
    #expect(VisibleText.escaping("a\u{202E}b\u{2066}\u{2028}") == "a\\u{202e}b\\u{2066}\\u{2028}")
  }

  @Test func noMoreThanTheLimitIsLookedAt() {
    #expect(VisibleText.escaping("日本語", limit: 2) == "日本")
  }
}
