import Testing

@testable import ORDA

@Suite("Known texts")
struct StatementTextsTests {
  private let slots = StatementSlots(capacity: 1, dialect: .standard)

  private func text(_ number: Int) -> StatementText { StatementText(sql: "UPDATE a\(number)", interpolations: 0) }

  private func slot(_ text: StatementText) throws -> StatementSlot {
    slots.make(try ParsedStatement.parse(text.sql, interpolations: 0, dialect: .standard))
  }

  /// Also where all texts have the same hash.
  @Test(arguments: [true, false])
  func areThoseThatWereUsedLast(collides: Bool) throws {
    func hash(_ text: StatementText) -> Int { collides ? 7 : text.hash }
    var texts = StatementTexts(capacity: 100)
    var known: [Int] = []
    var last: [Int: StatementSlot] = [:]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let number = Int.random(in: 0..<150, using: &generator)
      let text = text(number)
      let found = texts.recent(text.sql, text.interpolations) ?? texts.find(text, hash(text))
      #expect((found != nil) == known.contains(number))
      if let found {
        #expect(found === last[number])
      } else {
        let made = try slot(text)
        let forgotten = texts.remember(made, text, hash(text))
        #expect((forgotten == nil) == (known.count < 100))
        if known.count == 100 { #expect(forgotten === last[known.removeFirst()]) }
        last[number] = made
      }
      known.removeAll { $0 == number }
      known.append(number)
    }
  }

  @Test func aTextThatIsKnownTakesTheNewSlot() throws {
    var texts = StatementTexts(capacity: 2)
    let text = text(1)
    let (first, second) = (try slot(text), try slot(text))
    #expect(texts.remember(first, text, text.hash) == nil)
    #expect(texts.remember(second, text, text.hash) === first)
    #expect(texts.find(text, text.hash) === second)
  }
}
