import Testing

@testable import ORDAImport

@Suite struct JSONElementsTests {
  /// Each element with the line on which it begins, and the error at the end, if there is one.
  private func outcome(_ text: String, chunk: Int, longest: Int = 1 << 20) -> [String] {
    var elements = JSONElements(MemorySource(text.utf8, chunk: chunk), longestElement: longest, capacity: 16)
    var result: [String] = []
    do {
      while let element = try elements.next() { result.append("\(elements.line): \(element)") }
    } catch {
      result.append("\(error)")
    }
    return result
  }

  @Test("Elements are read one by one, whatever the pieces in which they arrive", arguments: 1...40)
  func elements(chunk: Int) {
    let text = " [1, \"a,]\\\"\\\\\",\n[2,[3]],\n\n{\"x\":\n\"}\"}\n, null ]\n "
    #expect(
      outcome(text, chunk: chunk) == [
        "1: int(1)", "1: string(\"a,]\\\"\\\\\")",
        "2: array([ORDAImport.JSONValue.int(2), ORDAImport.JSONValue.array([ORDAImport.JSONValue.int(3)])])",
        "4: object([ORDAImport.JSONValue.Member(name: \"x\", value: ORDAImport.JSONValue.string(\"}\"))])", "6: null",
      ])
  }

  @Test("An empty array has none")
  func empty() {
    #expect(outcome("[]", chunk: 1) == [])
    #expect(outcome("\n[ \n ] ", chunk: 1) == [])
  }

  @Test(
    "Errors have their place in the whole text",
    arguments: [
      ("", "byte 0: an array expected, which begins with ["),
      ("{}", "byte 0: an array expected, which begins with ["),
      ("[", "byte 1: the array that this element is in is never closed"),
      ("[1", "byte 1: the array that this element is in is never closed"),
      ("[1,]", "byte 3: a value expected, not the end"),
      ("[,1]", "byte 1: a value expected, not the end"),
      ("[1}", "byte 2: a comma or ] expected, not }"),
      ("[1] 2", "byte 4: nothing more expected after the array"),
      ("[] x", "byte 3: nothing more expected after the array"),
      ("[  nope]", "byte 4: null expected, not o"),
      ("[{\"a\":1]]", "byte 7: a comma or } expected, not ]"),
      ("[\"never closed]", "byte 1: the array that this element is in is never closed"),
    ])
  func errors(_ text: String, _ message: String) {
    #expect(outcome(text, chunk: 2).last == message)
  }

  @Test("An element that is too long is an error, and is not held")
  func tooLong() {
    let text = "[1, \"" + String(repeating: "x", count: 4 << 20) + "\"]"
    #expect(
      outcome(text, chunk: 1 << 16, longest: 1 << 20) == [
        "1: int(1)", "byte 4: an element of more than 1 MiB; is a bracket or quote missing?",
      ])
  }
}
