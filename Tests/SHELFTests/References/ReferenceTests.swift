import Foundation
import Testing

@testable import SHELF

@Suite("References")
struct ReferenceTests {
  struct Author: ShelfData, Equatable {
    let id: ShelfId
    var name: String
    @Reference var friend: Author? = nil
  }

  struct Book: ShelfData, Equatable {
    static let shelfReferences: [ShelfReferenceRule<Book>] = [
      ShelfReferenceRule(\.$publisher, .deny), ShelfReferenceRule(\.$series, .cascade),
    ]
    let id: ShelfId
    var title: String
    @Reference var author: Author? = nil
    @Reference var publisher: Author? = nil
    @Reference var series: Book? = nil
    @References var readers: [Author] = []
  }

  struct Strict: ShelfData {
    let id: ShelfId
    var author: ShelfObjectReference<Author>
  }

  @Test(arguments: Place.allCases)
  func `a reference is an id until it is loaded`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let author = Author(id: ShelfId(), name: "Ursula")
    let readers = (0..<3).map { Author(id: ShelfId(), name: "reader \($0)") }
    let book = Book(id: ShelfId(), title: "The Dispossessed", author: author, readers: readers)
    try await shelf.save([author] + readers)
    try await shelf.save(book)
    shelf.cacheLimit = 0
    var fetched = try #require(try await shelf.object(withId: book.id, as: Book.self))
    #expect(fetched.author == nil && fetched.readers.isEmpty)
    #expect(fetched.$author.id == author.id && fetched.$readers.ids == readers.map(\.id))
    #expect(fetched == book)
    try await fetched.$author.load()
    try await fetched.$readers.load()
    #expect(fetched.author?.name == "Ursula" && fetched.readers.map(\.name) == readers.map(\.name))
    fetched.author = readers[0]
    #expect(fetched.$author.id == readers[0].id)
    fetched.$author.id = ShelfId()
    #expect(fetched.author == nil)
    #expect(try await fetched.$author.load() == nil, "there is nothing under that id")
  }

  @Test func `the JSON has SHELF's own member and no more`() async throws {
    let author = Author(id: try #require(ShelfId("LT+2tgkNT72KwkKNxTb/6A")), name: "Ursula")
    let book = Book(id: author.id, title: "x", author: author, series: Book(id: author.id, title: ""))
    let json = String(decoding: try ObjectCoder.json(book), as: UTF8.self)
    let reference = "{\"ㅅm80uo4mTQVCIsNF7GCD4KQ፠‘\":\"LT+2tgkNT72KwkKNxTb/6A\"}"
    // One rule holds for an id: the strictest.
    let strict = reference.dropLast() == "" ? "" : "{\"onDelete\":\"cascade\"," + reference.dropFirst()
    #expect(
      json
        == "{\"author\":\(strict),\"id\":\"LT+2tgkNT72KwkKNxTb/6A\",\"readers\":[],\"series\":\(strict),\"title\":\"x\"}"
    )
    let plain = Strict(id: author.id, author: author.shelfObjectReference)
    #expect(
      String(decoding: try ObjectCoder.json(plain), as: UTF8.self)
        == "{\"author\":\(reference),\"id\":\"LT+2tgkNT72KwkKNxTb/6A\"}")
  }

  @Test(arguments: Place.allCases)
  func `circles are saved and loaded`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    var (one, two) = (Author(id: ShelfId(), name: "one"), Author(id: ShelfId(), name: "two"))
    one.friend = two
    two.friend = one
    try await shelf.save([one, two])
    shelf.cacheLimit = 0
    var fetched = try #require(try await shelf.object(withId: one.id, as: Author.self))
    let friend = try await fetched.$friend.load()
    #expect(friend?.$friend.id == one.id)
  }

  @Test(arguments: Place.allCases)
  func `deleting does what the types have declared`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<4).map { Author(id: ShelfId(), name: "\($0)") }
    let series = Book(id: ShelfId(), title: "series")
    let book = Book(
      id: ShelfId(), title: "book", author: people[0], publisher: people[1], series: series,
      readers: [people[2], people[0], people[3]])
    let second = Book(id: ShelfId(), title: "second", author: people[2], series: book, readers: [people[0]])
    try await shelf.save(people)
    try await shelf.save([series, book, second])

    let first = try await shelf.delete(objectWithId: people[0].id, references: .asDeclared)
    #expect(first.deleted == [people[0].id] && first.nullified == [book.id, second.id])
    let nullified = try #require(try await shelf.object(withId: book.id, as: Book.self))
    #expect(nullified.$author.id == nil && nullified.$readers.ids == [people[2].id, people[3].id])
    #expect(nullified.$publisher.id == people[1].id && nullified.title == "book")
    #expect(try await shelf.object(withId: second.id, as: Book.self)?.$readers.ids == [])

    guard
      case .stillReferenced(people[1].id, by: book.id) = await shelfError({
        try await shelf.delete(objectWithId: people[1].id, references: .asDeclared)
      })
    else { return #expect(Bool(false), "it was deleted") }

    let all = try await shelf.delete(objectWithId: series.id, references: .asDeclared)
    #expect(all.deleted == [series.id, book.id, second.id] && all.nullified.isEmpty)
    #expect(try await shelf.count(Book.self) == 0)
    let last = try await shelf.delete(objectWithId: people[1].id, references: .asDeclared)
    #expect(last.deleted == [people[1].id], "who refused is gone")
    #expect(try await shelf.delete(objectWithId: people[1].id, references: .asDeclared).deleted.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func `what can't be without its reference keeps the object`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let author = Author(id: ShelfId(), name: "Ursula")
    let strict = Strict(id: ShelfId(), author: author.shelfObjectReference)
    try await shelf.save(author)
    try await shelf.save(strict)
    guard
      case .stillReferenced(author.id, by: strict.id) = await shelfError({
        try await shelf.delete(objectWithId: author.id, references: .asDeclared)
      })
    else { return #expect(Bool(false), "it was deleted") }
    #expect(try await strict.author.resolve(using: shelf) == author)
    #expect(try await shelf.delete(author))
    #expect(try await strict.author.resolve(using: shelf) == nil)
  }

  @Test func `references are taken out of any JSON`() throws {
    let (one, two) = (ShelfId(), ShelfId())
    func reference(_ id: ShelfId) -> String { "{ \"ㅅm80uo4mTQVCIsNF7GCD4KQ፠‘\" : \"\(id)\" }" }
    let (a, b) = (reference(one), reference(two))
    for (json, expected) in [
      ("[\(a)]", "[]"), ("[\(a),\(b)]", "[\(b)]"), ("[\(b),\(a)]", "[\(b)]"), ("[\(a),\(a),\(b),\(a)]", "[\(b)]"),
      ("[1,\(a),2]", "[1,2]"), ("{\"x\":\(a)}", "{}"), ("{\"x\":\(a),\"y\":1}", "{\"y\":1}"),
      ("{\"y\":1,\"x\":\(a)}", "{\"y\":1}"), ("{\"y\":[\(a),{\"z\":\(a)}],\"x\":\(a)}", "{\"y\":[{}]}"),
      ("{\"y\":\"\\\"}],\",\"x\":\(a)}", "{\"y\":\"\\\"}],\"}"),
    ] {
      let result = ReferenceScanner.removing([one], from: Data(json.utf8))
      #expect(String(decoding: result, as: UTF8.self) == expected)
      #expect((try? JSONSerialization.jsonObject(with: result)) != nil)
      #expect(ReferenceScanner.references(in: Data(json.utf8)).contains(one))
      #expect(!ReferenceScanner.references(in: result).contains(one))
    }
    let nested = "{\"z\":{\"ㅅm80uo4mTQVCIsNF7GCD4KQ፠‘\":\"\(one)\",\"b\":\(a)},\"y\":1}"
    #expect(String(decoding: ReferenceScanner.removing([one], from: Data(nested.utf8)), as: UTF8.self) == "{\"y\":1}")
    for json in [
      "", "{", "[[", "\"", "{\"ㅅm80uo4mTQVCIsNF7GCD4KQ፠‘\":", "}}]m80uo4mTQVCIsNF7GCD4KQ", "\"m80uo4mTQVCIsNF7GCD4KQ\\",
    ] {
      #expect(ReferenceScanner.references(in: Data(json.utf8)).isEmpty)
      _ = ReferenceScanner.removing([one], from: Data(json.utf8))
    }
  }
}
