import Foundation
import SHELF
import Testing

@Suite("Types whose objects leave where they take up too much")
struct RoomTests {
  /// About a hundred bytes and the text.
  struct Page: ShelfData, Equatable {
    static let shelfName = "Page"
    static let shelfMaxBytes: Int? = 10_000
    static let shelfIndexes: [ShelfIndex<Page>] = [ShelfIndex("number", \.number)]
    let id: ShelfId
    var number: Int
    var text = String(repeating: "x", count: 900)
  }

  /// The same, as it was declared before.
  struct FreePage: ShelfData {
    static let shelfName = "Page"
    let id: ShelfId
    var number: Int
    var text = String(repeating: "x", count: 900)
  }

  struct Photo: ShelfData {
    static let shelfMaxBytes: Int? = 10_000
    let id: ShelfId
    @Binary var bytes: Data
  }

  private func numbers(_ shelf: Shelf) async throws -> [Int] {
    try await shelf.objects(Page.self).map(\.number).sorted()
  }

  @Test(arguments: Place.allCases)
  func `those leave first that were not saved or read for longest`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let pages = (0..<9).map { Page(id: ShelfId(), number: $0) }
    for page in pages { try await shelf.save(page) }
    #expect(try await shelf.count(Page.self) == 9)
    // What is read, from the cache or from the store, is used.
    let ids = pages.map(\.id)
    _ = try await shelf.object(withId: ids[0], as: Page.self)
    shelf.cacheLimit = 0
    _ = try await shelf.objects(withIds: [ids[2]], as: Page.self)
    try await shelf.update(pages[4]) { $0.number = 40 }
    for number in 9..<12 { try await shelf.save(Page(id: ShelfId(), number: number)) }
    let left = try await numbers(shelf)
    #expect(left.count <= 10)
    #expect(Set(left).isSuperset(of: [0, 2, 40, 9, 10, 11]), "\(left)")
    #expect(Set(left).isDisjoint(with: [1, 3]), "\(left)")
    #expect(
      try await shelf.objects(Page.self, where: \.number < 5, sortedBy: \.number).map(\.number)
        == left.filter { $0 < 5 })
  }

  @Test(arguments: Place.shared)
  func `what one program has read another one keeps`(_ place: Place) async throws {
    let home = try place.made()
    let first = try await home.shelf()
    let pages = (0..<8).map { Page(id: ShelfId(), number: $0) }
    for page in pages { try await first.save(page) }
    _ = try await first.object(withId: pages[0].id, as: Page.self)
    await first.close()
    let second = try await home.shelf()
    for number in 8..<12 { try await second.save(Page(id: ShelfId(), number: number)) }
    let left = try await numbers(second)
    #expect(left.contains(0) && !left.contains(1), "\(left)")
  }

  @Test(arguments: Place.shared)
  func `what was saved before anything was said of room leaves too, and first`(_ place: Place) async throws {
    let home = try place.made()
    let first = try await home.shelf()
    try await first.save((0..<20).map { FreePage(id: ShelfId(), number: $0) })
    await first.close()
    let second = try await home.shelf()
    try await second.save(Page(id: ShelfId(), number: 20))
    let left = try await numbers(second)
    #expect(left.count <= 9 && left.contains(20), "\(left)")
  }

  @Test(arguments: Place.allCases)
  func `bytes beside the JSON count, also where they are kept as they are`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    var photos: [ShelfId] = []
    for _ in 0..<4 {
      let photo = Photo(id: ShelfId(), bytes: Data(repeating: 7, count: 3_000))
      photos.append(photo.id)
      try await shelf.save(photo)
    }
    #expect(try await shelf.count(Photo.self) == 2)
    shelf.cacheLimit = 0
    try await shelf.update(objectWithId: photos[2], ofType: Photo.self) { _ in }
    try await shelf.save(Photo(id: ShelfId(), bytes: Data(repeating: 7, count: 3_000)))
    try await shelf.save(Photo(id: ShelfId(), bytes: Data(repeating: 7, count: 3_000)))
    #expect(try await shelf.count(Photo.self) <= 3)
    var kept = try await shelf.object(withId: photos[2], as: Photo.self)
    #expect(try await kept?.$bytes.load().count ?? 3_000 == 3_000)
  }

  @Test(arguments: Place.allCases)
  func `of ten thousand saved by several tasks no more are there than have room`(_ place: Place) async throws {
    struct Small: ShelfData {
      static let shelfMaxBytes: Int? = 20_000
      let id: ShelfId
      var number: Int
    }
    let home = try place.made()
    let shelf = try await home.shelf()
    let count = place == .mariadb || place == .files ? 1_000 : 10_000
    try await withThrowingTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for start in stride(from: 0, to: count / 4, by: 50) {
            try await shelf.save((start..<start + 50).map { Small(id: ShelfId(), number: task * count + $0) })
          }
        }
      }
      try await group.waitForAll()
    }
    try await shelf.save(Small(id: ShelfId(), number: -1))
    let left = try await shelf.objects(Small.self)
    let bytes = try left.map { try JSONEncoder().encode($0).count }.reduce(0, +)
    #expect(bytes <= 20_000 && bytes > 10_000)
    #expect(left.contains { $0.number == -1 })
  }

  @Test func `a store that can't tell the order says so`() async throws {
    let shelf = Shelf(store: WatchedStore())
    await #expect(throws: ShelfError.self) { try await shelf.save(Page(id: ShelfId(), number: 1)) }
    #expect(try await shelf.objects(FreePage.self).isEmpty)
  }
}
