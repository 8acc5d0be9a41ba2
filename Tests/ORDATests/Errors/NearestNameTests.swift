import Testing

@testable import ORDA

@Suite struct NearestNameTests {
  @Test(
    arguments: [
      ("nmae", "name"), ("NAME", "name"), ("nam", "name"), ("names", "name"), ("titel", "title"), ("xyz", nil),
      ("", nil),
      (String(repeating: "name", count: 20), nil), ("q", nil),
    ] as [(String, String?)])
  func nearest(_ name: String, _ expected: String?) {
    #expect(nearestName(to: name, among: ["", "title", "name", "composer"]) == expected)
  }

  @Test func theFirstOfTheNearestWins() {
    #expect(nearestName(to: "abcdef", among: ["abcxyf", "abcdxf", "abcdyf"]) == "abcdxf")
    #expect(nearestName(to: "a", among: []) == nil)
  }
}
