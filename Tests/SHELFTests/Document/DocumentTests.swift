import Foundation
import SHELF
import Testing

@Suite("The document's samples")
struct DocumentTests {
  @Test(arguments: Place.allCases)
  func `what was saved is what is fetched`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let (greeting, response) = try await runDocumentSample(shelf)
    shelf.cacheLimit = 0
    let fetched: Message? = try await shelf.object(withId: response.id)
    #expect(fetched?.replyTo == greeting)
    #expect(fetched?.from == response.from)
    #expect(fetched?.from.name == "Eevie")
    #expect(fetched != greeting)
  }

  @Test func `an id is written in 22 characters`() throws {
    let id = try #require(ShelfId("2D3FB6B6-090D-4FBD-8AC2-428DC536FFE8"))
    #expect(id.description == "LT+2tgkNT72KwkKNxTb/6A")
    #expect(ShelfId("LT+2tgkNT72KwkKNxTb/6A") == id)
    #expect(ShelfId("LT+2tgkNT72KwkKNxTb/6A==") == id)
    #expect(ShelfId("2d3fb6b6090d4fbd8ac2428dc536ffe8") == id)
    #expect(id.uuidText == id.uuid.uuidString)
    for text in ["", "LT+2tgkNT72KwkKNxTb/6", "LT+2tgkNT72KwkKNxTb/6B", "2D3FB6B6-090D-4FBD-8AC2+428DC536FFE8", "ä"] {
      #expect(ShelfId(text) == nil, "\(text)")
    }
  }

  @Test func `every id is read again`() {
    for _ in 0..<10_000 {
      let id = ShelfId()
      #expect(ShelfId(id.description) == id)
      #expect(ShelfId(id.uuidText) == id)
      #expect(ShelfId(id.uuid) == id)
    }
  }
}
