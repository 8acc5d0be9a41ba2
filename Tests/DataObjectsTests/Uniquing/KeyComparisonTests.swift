import DataObjects
import ORDA
import TestSupport
import Testing

/// Keys that a database compares otherwise than by their bytes.
@MainActor
struct KeyComparisonTests {
  private let homes = Homes()

  private var model: DataModel {
    DataModel { Entity(City.self, table: "cities", key: "name") { Attribute("people", \.people) } }
  }

  @Test(
    "A key of a type that says how the column compares is one object, however it is written", arguments: Place.allCases)
  func caseless(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await DataStore(url: home.url, model: model, createsTables: true)
    let paris = store.insert(City("Paris"))
    paris.people = 2
    await store.flush()
    try await store.perform { try $0.execute("UPDATE cities SET name = 'PARIS', people = 3 WHERE name = 'paris'") }
    #expect(await eventually { paris.people == 3 && !paris.isDeleted })
    #expect(try await store.fetch(City.self).first === paris)
    #expect(store.insert(City("pARIS")) === paris)
    paris.people = 4
    await store.flush()
    #expect(try await store.perform { try $0.query(Int.self, "SELECT people FROM cities") } == [4] && !paris.isDeleted)
    try await store.close()
  }

  @Test("A table that compares in another way than the key's type is refused", arguments: Place.allCases)
  func refused(_ place: Place) async throws {
    let governor = try await homes.made(place).governor()
    let exact = governor.schemaDialect.collation(for: .exact)
    try await governor.create(
      TableDefinition(
        name: "cities",
        columns: [
          ColumnDefinition("name", .text(maximum: 255), isNullable: false, collation: exact),
          ColumnDefinition("people", .int, isNullable: false),
        ], primaryKey: ["name"]))
    let error = await #expect(throws: DataModelError.self) {
      try await DataStore(governor: governor, model: model)
    }
    #expect(error?.description.contains("compared without regard to case") == true)
    try await governor.close()
  }
}

/// A name of which capital and small letters are the same.
private struct CityName: DataObjectID, RawRepresentable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue.lowercased() }

  static var columnType: ColumnType { .text(maximum: 255) }
  static var comparison: TextComparison? { .ignoringCase }
}

@MainActor
private final class City: DataObject {
  let record = DataRecord()
  let uniqueID: CityName
  @Stored var people = 0

  init(_ name: String) { uniqueID = CityName(rawValue: name) }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
