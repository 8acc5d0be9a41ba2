import Foundation
import ORDA
import TestSupport
import Testing

@testable import SHELF

@Suite("Backups")
struct BackupTests {
  struct Broken: Error {}

  private func texts(_ shelf: Shelf) async throws -> [ShelfId: String] {
    var texts: [ShelfId: String] = [:]
    for try await stored in shelf.storedObjects() {
      texts[stored.id] = String(decoding: stored.contents, as: UTF8.self)
    }
    return texts
  }

  @Test(
    arguments: zip(Place.allCases, Place.shared + [.files]) + [(Place.mariadb, Place.sqlite), (.sqlite, .files)])
  func `a backup is of one moment, while others save several objects at once`(
    _ place: Place, _ other: Place
  ) async throws {
    let (home, away) = (try place.made(), try other.made())
    let shelf = try await home.shelf()
    let counters = (0..<1_200).map { Counter(id: ShelfId(), number: $0) }
    try await shelf.save(counters.map { Counter(id: $0.id, number: 0) })
    try await shelf.save(Pet(id: ShelfId(), name: "Rex"), expires: Date(timeIntervalSince1970: 4e9))
    let isOver = Shared(false)
    let saved = Shared(0)
    let saving = Task {
      var number = 1
      while !isOver.current {
        try await shelf.save(counters.map { Counter(id: $0.id, number: number) })
        saved.with { $0 += 1 }
        number += 1
        // A store in memory never waits for anything, and others want the thread.
        await Task.yield()
      }
    }
    try await saved.wait { $0 > 0 }
    let count = try await shelf.backup(to: away.url)
    isOver.with { $0 = true }
    try await saving.value
    #expect(count == 1_201)
    let copy = try await away.shelf()
    let numbers = try await copy.objects(Counter.self).map(\.number)
    #expect(numbers.count == 1_200 && Set(numbers).count == 1, "\(Set(numbers))")
    #expect(try await copy.objects(Pet.self).map(\.name) == ["Rex"])
    #expect(
      try await copy.storedObjects(ofType: "Pet").first { _ in true }?.expires == Date(timeIntervalSince1970: 4e9))
  }

  @Test(arguments: Place.shared)
  func `a place with objects is refused, and left as it is`(_ place: Place) async throws {
    let home = try place.made()
    let target = try await home.shelf()
    let pet = Pet(id: ShelfId(), name: "Rex")
    try await target.save(pet)
    for source in [Shelf.onlyInMemory(), try await home.shelf()] {
      guard case .targetHasObjects(pet.id) = await shelfError({ try await source.backup(to: home.url) }) else {
        return #expect(Bool(false), "it was not refused")
      }
    }
    #expect(try await texts(target).count == 1)
  }

  @Test func `where it fails midway it says what is left`() async throws {
    let source = Shelf.onlyInMemory()
    try await source.save((0..<3_000).map { Counter(id: ShelfId(), number: $0) })
    let store = WatchedStore()
    store.beforeCalls { call, number in if call == .write, number == 3 { throw Broken() } }
    let target = Shelf(store: store)
    let error = await shelfError { try await source.backup(to: target) }
    guard case .unfinishedBackup(_, ShelfError.store(is Broken)) = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    let left = try await texts(target).count
    #expect(left > 0 && "\(error!)".contains("remove the \(left) objects of it"), "\(error!)")
    // Nothing is left of one that fails at once.
    let empty = WatchedStore()
    empty.beforeCalls { call, number in if call == .write { throw Broken() } }
    guard case .store(is Broken) = await shelfError({ try await source.backup(to: Shelf(store: empty)) }) else {
      return #expect(Bool(false), "it was not told")
    }
  }

  @Test func `what is left of a folder's copy is told of, and not taken for a backup`() async throws {
    let folder = try TemporaryFolder()
    let shelf = try Shelf(at: "file:" + folder.file("a"))
    try await shelf.save(Counter(id: ShelfId(), number: 1))
    try FileManager.default.createDirectory(atPath: folder.file("b.unfinished"), withIntermediateDirectories: false)
    let error = await shelfError { try await shelf.backup(to: "file:" + folder.file("b")) }
    #expect("\(error as Any)".contains("b.unfinished"))
    try FileManager.default.removeItem(atPath: folder.file("b.unfinished"))
    #expect(try await shelf.backup(to: "file:" + folder.file("b")) == 1)
    #expect(folder.names.sorted() == ["a", "b"])
  }

  @Test func `what can't be backed up is said at once`() async throws {
    let (shelf, other) = (Shelf.onlyInMemory(), Shelf(store: WatchedStore()))
    guard case .misuse = await shelfError({ try await shelf.backup(to: "memory:") }),
      case .misuse = await shelfError({ try await shelf.backup(to: shelf) }),
      case .unsupported = await shelfError({ try await other.backup(to: shelf) }),
      case .database(let error) = await shelfError({ try await shelf.backup(to: "nosuch:a") })
    else { return #expect(Bool(false), "it was backed up") }
    #expect(error.kind == .missingDriver)
  }
}
