import ORDA
import Testing

@testable import ORDAServer

/// What becomes of texts in pages and in addresses.
@Suite struct MarkupTests {
  @Test func textIsEscaped() {
    let name = "<script>alert(\"1\")</script> & 'x'"
    let html: HTML = "<p title=\"\(name)\">\(name)</p>"
    let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"
    #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func charactersThatTurnTextAreShownAsSuch() {
    #expect(HTML(escaping: "a\u{202E}b\u{0}c\u{7F}").text == "a\u{FFFD}b\u{2400}c\u{2421}")
    #expect(HTML(escaping: "a\nb\tc").text == "a\nb\tc")
  }

  @Test(arguments: ["a", "..", ".", "~", "~.", "a/b", "a?b=c&d", "%2e%2e", "ä ö", "<b>", "a\u{0}b", "#", "\\", "'\""])
  func namesComeBackFromAddresses(_ name: String) {
    let address = Address(["music", "table", name], ["c": name, "v": name])
    let read = Address(reading: address.text)
    #expect(read == address)
    #expect(!address.text.contains("/.."))
  }

  @Test func addressesAreReadByBytes() {
    // A mark that combines with what is before it would hide that from a reader of characters.
    let address = Address(reading: "/music//table/a?\u{301}=1&b=\u{301}&c==d?/e")
    #expect(address.path == ["music", "table", "a"])
    #expect(address.fields["\u{301}"] == "1")
    #expect(address.fields["b"] == "\u{301}")
    #expect(address.fields["c"] == "=d?/e")
    #expect(Address(reading: "").path == [])
    #expect(Address(reading: "/?").fields.pairs.isEmpty)
  }

  @Test func fieldsAreReadAsFormsWriteThem() {
    let fields = Fields(encoded: "a=1+2&b=%2B&b=x%20y&c&=d&%zz=%")
    #expect(fields["a"] == "1 2")
    #expect(fields.all("b") == ["+", "x y"])
    #expect(fields["c"] == "")
    #expect(fields["%zz"] == "%")
  }

  @Test(arguments: [
    Value.null, .int(-5), .int(.max), .uint(.max), .double(0.1), .double(-.infinity), .text(""), .text("a,b%c\u{0}ä"),
    .bytes([]), .bytes([0, 255]), .json(#"{"a":1}"#), .other(type: "a:b", bytes: [1, 2]),
  ])
  func valuesComeBackFromKeys(_ value: Value) {
    #expect(KeyText.value(KeyText.encoded(value)) == value)
    #expect(KeyText.values(KeyText.encoded([value, .int(1)])) == [value, .int(1)])
  }

  @Test(arguments: ["", "x", "i", "iabc", "i9223372036854775808", "b1", "bxy", "nn", "D2026-13-01", "o", "u1"])
  func whatIsNoKeyIsRefused(_ text: String) { #expect(KeyText.values(text) == nil) }

  @Test func base64IsWrittenAsEverybodyReadsIt() {
    #expect(Base64Text.encoded([]) == "")
    #expect(Base64Text.encoded([0]) == "AA==")
    #expect(Base64Text.encoded([0, 1]) == "AAE=")
    #expect(Base64Text.encoded([0, 1, 255]) == "AAH/")
  }
}
