import Foundation
import SHELF
import TestSupport
import Testing

@Suite("Folders")
struct FolderTests {
  private let folder: TemporaryFolder
  private var root: URL { URL(fileURLWithPath: folder.file("objects")) }

  init() throws { folder = try TemporaryFolder() }

  private func shelf(_ options: String = "") throws -> Shelf { try Shelf(at: "file:\(root.path)\(options)") }

  private func file(_ id: ShelfId) -> URL {
    let name = id.uuid.uuidString
    return root.appendingPathComponent("\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)")
  }

  @Test func `each object is a file of JSON in the document's layout`() async throws {
    let shelf = try shelf()
    let (_, response) = try await runDocumentSample(shelf)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file(response.id))) as? [String: Any])
    #expect(json["id"] as? String == response.id.description)
    #expect((json["from"] as? [String: Any])?["name"] as? String == "Eevie")
    let config = try Data(contentsOf: root.appendingPathComponent(".shelf-config"))
    let entries = try #require(try JSONSerialization.jsonObject(with: config) as? [String: Any])
    #expect(entries["compression"] as? String == "none")
    try await shelf.delete(response)
    #expect(!FileManager.default.fileExists(atPath: file(response.id).deletingLastPathComponent().path))
  }

  @Test func `a folder that the original made is read`() async throws {
    let old = URL(fileURLWithPath: folder.file(".object store"))
    let user = User(id: ShelfId(), name: "Dax")
    let name = user.id.uuid.uuidString
    let place = old.appendingPathComponent("\(name.prefix(2))/\(name.dropFirst(2).prefix(2))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("{\"name\":\"Dax\",\"id\":\"\(user.id.description.replacing("/", with: "\\/"))\"}".utf8)
      .write(to: place.appendingPathComponent(name))
    try Data("{\"storageLocation\":{}}".utf8).write(to: old.appendingPathComponent(".shelf config"))
    let shelf = Shelf(store: FileShelfStore(folder: old.path))
    #expect(try await shelf.object(withId: user.id) as User? == user)
  }

  @Test func `types that were lost are found by what decodes`() async throws {
    let people = (0..<5).map { Person(id: ShelfId(), name: "\($0)") }
    let facts = (0..<3).map { Fact(id: ShelfId(), text: "\($0)") }
    let first = try shelf()
    try await first.save(people)
    try await first.save(facts)
    await first.close()
    try FileManager.default.removeItem(at: root.appendingPathComponent(".shelf-types"))

    let second = try shelf()
    #expect(try await second.object(withId: people[0].id) as Person? == people[0])
    guard case .typesUnknown = await shelfError({ _ = try await second.objects(Person.self) }) else {
      return #expect(Bool(false), "types are known")
    }
    let repair = try await second.repair(as: Person.self, Fact.self, Counter.self)
    #expect(repair.assigned == 8 && repair.undecided.isEmpty)
    #expect(try await second.objects(Person.self).map(\.id) == people.map(\.id).sorted())
    #expect(try await second.objects(Fact.self).map(\.text).sorted() == ["0", "1", "2"])
    #expect(try await second.objects(Person.self, where: \.name == "3") == [people[3]])
  }

  @Test func `what an editor has changed is seen when it is read`() async throws {
    let shelf = try shelf("?watch-folders=true")
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    #expect(try await shelf.object(withId: person.id) as Person? == person)
    try Data("{\"id\":\"\(person.id)\",\"name\":\"by hand\",\"age\":3}".utf8).write(to: file(person.id))
    #expect(try await eventually { try await shelf.object(withId: person.id, as: Person.self)?.name == "by hand" })
    #expect(try await eventually { try await shelf.objects(Person.self, where: \.name == "by hand").count == 1 })
  }

  @Test func `a folder that is only read is not changed`() async throws {
    let first = try shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    try await first.save(person)
    await first.close()
    let second = try shelf("?read-only=true")
    #expect(try await second.object(withId: person.id) as Person? == person)
    guard case .readOnly = await shelfError({ try await second.save(person) }) else {
      return #expect(Bool(false), "it was saved")
    }
    #expect(try await second.objects(Person.self, where: \.name == "Dax", sortedBy: \.age) == [person])
    await second.close()
    for name in [".shelf-index", ".shelf-changes"] {
      try FileManager.default.removeItem(at: root.appendingPathComponent(name))
    }
    let third = try shelf("?read-only=true")
    #expect(try await third.objects(Person.self, where: \.name == "Dax", sortedBy: \.age) == [person])
  }

  @Test func `a URL's mistakes are told at once`() {
    for url in ["file:a?compresion=none", "file:a?compression=zip", "memory:a", "nosuch:a", "", "file:"] {
      #expect(throws: ShelfError.self, "\(url)") { _ = try Shelf(at: url) }
    }
  }
}
