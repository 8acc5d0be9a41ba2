import DataObjects
import ORDA
import TestSupport
import Testing

/// A model and a database that don't fit.
@MainActor
struct ModelTests {
  private let homes = Homes()

  @Test("All that doesn't fit is told at once, each with the nearest name", arguments: Place.allCases)
  func wrong(_ place: Place) async throws {
    let db = try await homes.made(place).governor()
    try await db.create(
      TableDefinition(
        name: "notes",
        columns: [
          ColumnDefinition("uniqueID", .int, isNullable: false), ColumnDefinition("title", .int),
          ColumnDefinition("isArchived", .boolean),
        ], primaryKey: ["uniqueID"]))
    try await db.create(TableDefinition(name: "feeds", columns: [ColumnDefinition("id", .int)], primaryKey: ["id"]))
    let model = DataModel {
      Entity(TimelineNote.self, table: "notes") {
        Attribute("title", \.title)
        Attribute("archived", \.isArchived)
      }
      Entity(Note.self, table: "note") {
        Related("tags", \.tags, through: "tagsNotes", parent: "noteID", child: "tagID")
      }
      Entity(Feed.self, table: "feeds") { Attribute("name", \.name) }
    }
    let error = await #expect(throws: DataModelError.self) { try await DataStore(governor: db, model: model) }
    let problems = try #require(error?.problems)
    #expect(problems.contains { $0.hasPrefix("TimelineNote.title") })
    #expect(problems.contains { $0.hasPrefix("TimelineNote.archived") && $0.hasSuffix("did you mean isArchived?") })
    #expect(problems.contains { $0.hasPrefix("Note: there is no table note") && $0.hasSuffix("did you mean notes?") })
    #expect(problems.contains { $0.hasPrefix("Note.tags: the model has no entity of the type Tag") })
    #expect(problems.contains { $0.hasPrefix("Note.tags: there is no table tagsNotes") })
    #expect(problems.contains { $0.hasPrefix("Feed: the primary key of feeds is (id)") })
    #expect(problems.contains { $0.hasPrefix("Feed.name") })
    #expect(problems.count == 7, "\(problems)")
    try await db.close()
  }

  @Test("Two entities of one type, and text keys that are compared by letters")
  func twice() async throws {
    let db = try await homes.made(.mariadb).governor()
    try await db.execute("CREATE TABLE settings (uniqueID VARCHAR(50) PRIMARY KEY, value TEXT NOT NULL)")
    let model = DataModel {
      Entity(Setting.self, table: "settings") { Attribute("value", \.value) }
      Entity(Setting.self, table: "settings") { Attribute("value", \.value) }
    }
    let error = await #expect(throws: DataModelError.self) { try await DataStore(governor: db, model: model) }
    #expect(error?.problems.contains { $0.contains("two entities") } == true)
    #expect(error?.problems.contains { $0.contains("compared by its bytes") } == true)
    try await db.close()
  }

  @Test("An object of a type that is not in the model is told")
  func notInModel() async throws {
    let db = try await homes.made(.sqlite).governor()
    let store = try await DataStore(governor: db, model: DataModel {})
    var errors = store.errors.makeAsyncIterator()
    store.insert(Tag("Paris"))
    #expect(await errors.next()?.error as? DataStoreError == .notInModel(type: "Tag"))
    await #expect(throws: DataStoreError.self) { try await store.fetch(Tag.self) }
    try await store.close()
    try await db.close()
  }
}
