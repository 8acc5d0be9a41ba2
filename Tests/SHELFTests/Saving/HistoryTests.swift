import Foundation
import Testing

@testable import SHELF

@Suite("History")
struct HistoryTests {
  struct Page: ShelfData, Equatable {
    static let shelfHistory = 3
    let id: ShelfId
    var text: String
  }

  @Test(arguments: Place.allCases)
  func `the last contents are kept, by saving, updating and deleting`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    var page = Page(id: ShelfId(), text: "0")
    try await shelf.save(page)
    #expect(try await shelf.history(ofObjectWithId: page.id, as: Page.self).isEmpty)
    try await shelf.save(page)
    #expect(try await shelf.history(ofObjectWithId: page.id, as: Page.self).isEmpty, "nothing was replaced")
    for number in 1...4 {
      page.text = "\(number)"
      try await shelf.save(page)
    }
    try await shelf.update(page) { $0.text = "5" }
    func texts() async throws -> [String] {
      try await shelf.history(ofObjectWithId: page.id, as: Page.self).map(\.object.text)
    }
    #expect(try await texts() == ["4", "3", "2"])
    try await shelf.delete(page)
    #expect(try await texts() == ["5", "4", "3"])
    try await shelf.save(page)
    #expect(try await texts() == ["5", "4", "3"], "there was nothing to be replaced")
    #expect(try await shelf.objects(Page.self) == [page])
  }

  struct LongPage: ShelfData {
    static let shelfName = Page.shelfName
    static let shelfHistory = 5
    let id: ShelfId
    var text: String
  }

  @Test(arguments: Place.allCases)
  func `more are kept once more are wanted`(_ place: Place) async throws {
    let home = try place.made()
    let id = ShelfId()
    let first = try await home.shelf()
    for number in 0..<5 { try await first.save(Page(id: id, text: "\(number)")) }
    let second = place == .memory ? Shelf(store: try await first.store) : try await home.shelf()
    for number in 5..<8 { try await second.save(LongPage(id: id, text: "\(number)")) }
    let texts = try await second.history(ofObjectWithId: id, as: LongPage.self).map(\.object.text)
    #expect(texts == ["6", "5", "4", "3", "2"])
  }

  @Test(arguments: Place.allCases)
  func `nothing is missing of what many have saved`(_ place: Place) async throws {
    struct Log: ShelfData {
      static let shelfHistory = 1_000
      let id: ShelfId
      var number: Int
    }
    let home = try place.made()
    let shelves = place == .memory ? [try await home.shelf()] : [try await home.shelf(), try await home.shelf()]
    let log = Log(id: ShelfId(), number: 0)
    try await shelves[0].save(log)
    try await withThrowingTaskGroup { group in
      for shelf in shelves {
        group.addTask {
          for _ in 0..<10 { try await shelf.update(objectWithId: log.id, ofType: Log.self) { $0.number += 1 } }
        }
      }
      try await group.waitForAll()
    }
    let numbers = try await shelves[0].history(ofObjectWithId: log.id, as: Log.self).map(\.object.number)
    #expect(numbers == (0..<(10 * shelves.count)).reversed())
  }
}
