import DataObjects
import ORDA
import TestSupport
import Testing

/// Finding objects by words.
@MainActor
struct SearchingTests {
  private let homes = Homes()

  @Test("Every word has to be there, whatever its case and accents", arguments: Place.allCases)
  func words(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let texts = ["A Café in Paris", "cafe", "PARIS by night", "caf\u{65}\u{301} olé"]
    for (id, text) in texts.enumerated() {
      store.insert(Note(id: Int64(id), title: text)).text = id == 1 ? "Paris" : nil
    }
    func found(_ words: String) async throws -> [Int64] {
      try await store.search(Note.self, for: words, in: "title", "text").map(\.uniqueID)
    }
    #expect(try await found("CAFE") == [0, 1, 3])
    #expect(try await found(" paris\tcafé ") == [0, 1])
    #expect(try await found("ole") == [3])
    #expect(try await found("none").isEmpty)
    #expect(try await found("  ").isEmpty)
    await #expect(throws: DataStoreError.noSuchAttribute("titel", of: "Note", nearest: "title")) {
      try await store.search(Note.self, for: "a", in: "titel")
    }
    try await store.close()
  }

  @Test("A condition on SQLite can ask for words")
  func function() async throws {
    let store = try await homes.made(.sqlite).store()
    try await store.addSearchFunction()
    store.insert(Note(id: 1, title: "A Café"))
    store.insert(Note(id: 2, title: "Paris"))
    let words = "cafe"
    #expect(try await store.fetch(Note.self, where: "has_words(title, \(words))").map(\.uniqueID) == [1])
    try await store.close()
  }
}
