import Testing

@testable import Command

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("a\u{200B}b", 2), ("α→∞", 3), ("𝒳", 1), ("𠮷", 2),
    ("\u{301}", 0), ("नमस्ते", 3),
  ]) func width(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
