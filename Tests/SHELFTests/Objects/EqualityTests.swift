import SHELF
import Testing

@Suite("Equality of objects") struct EqualityTests {
  struct Tagged: ShelfData, Hashable {
    let id: ShelfId
    var tags: Set<String>
    var draft = 0

    enum CodingKeys: String, CodingKey { case id, tags }
  }

  struct Plain: ShelfData {
    let id: ShelfId
    var text: String
  }

  @Test func `A type that conforms to Equatable is compared by its own operator`() {
    let id = ShelfId()
    let words = (0..<50).map { "word \($0)" }
    let first = Tagged(id: id, tags: Set(words))
    let second = Tagged(id: id, tags: Set(words.reversed()).union(["x"]).subtracting(["x"]))
    #expect(first == second)
    #expect(Set([first]).contains(second))
    #expect(first != Tagged(id: id, tags: Set(words), draft: 1), "a property that is not saved counts")
    func areEqual<T: Equatable>(_ left: T, _ right: T) -> Bool { left == right }
    #expect(areEqual(first, second))
  }

  @Test func `Other types are compared by their ids and contents, also as optionals`() {
    let plain = Plain(id: ShelfId(), text: "a")
    var changed = plain
    #expect(plain == changed)
    changed.text = "b"
    #expect(plain != changed)
    #expect(plain != Plain(id: ShelfId(), text: "a"))
    let none: Plain? = nil
    #expect(none == nil)
    #expect(none != plain)
    #expect(Optional(plain) == plain)
  }
}
