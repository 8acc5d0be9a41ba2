import Testing

@testable import ORDA

@Suite("Batches")
struct BatchTests {
  private static let insert: SQL = "INSERT INTO a VALUES (?, ?)"
  private struct Item: Codable, Sendable {
    var id: Int
    var name: String?
  }

  private func governor() throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase()
    let db = try fake.open()
    return (fake, db)
  }

  @Test func runInOneTransaction() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    let changed = try statement.executeMany([(1, "a"), (2, "b")]) { try $1.bind($0.0, $0.1) }
    #expect(changed == 2)
    #expect(
      fake.calls == [
        "begin", "run INSERT INTO a VALUES (?, ?) [1, 'a']", "run INSERT INTO a VALUES (?, ?) [2, 'b']", "commit",
      ])
    #expect(try statement.executeMany([Parameters]()) == 0)
  }

  @Test func theElementsAreThoseThatItWasGiven() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    var items = (1...3).map { Item(id: $0, name: "a text that is kept elsewhere, number \($0)") }
    // An element is lent from where it lies in the array, which the closure may change.
    let changed = try statement.executeMany(items) { item, parameters in
      items[items.count - 1].name = "changed"
      items.removeFirst()
      try parameters.bind(item.id, item.name)
    }
    #expect(changed == 3)
    #expect(items.isEmpty)
    #expect(
      fake.work.dropFirst().dropLast()
        == (1...3).map { "run INSERT INTO a VALUES (?, ?) [\($0), 'a text that is kept elsewhere, number \($0)']" })
    let others = ArraySlice([Item(id: 4, name: nil)])
    #expect(try statement.executeMany(others) { try $1.bind($0.id, $0.name) } == 1)
  }

  @Test func byParametersAndNames() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare("INSERT INTO a VALUES (:id, :name)")
    fake.forget()
    #expect(try statement.executeMany([["id": 1, "name": "a"], ["name": nil, "id": 2], [3, "c"]]) == 3)
    #expect(
      fake.work.dropFirst().dropLast() == [
        "run INSERT INTO a VALUES (?, ?) [1, 'a']", "run INSERT INTO a VALUES (?, ?) [2, NULL]",
        "run INSERT INTO a VALUES (?, ?) [3, 'c']",
      ])
  }

  @Test func ofCodableValues() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare("INSERT INTO a VALUES (:name, :id, :name)")
    fake.forget()
    #expect(try statement.executeMany([Item(id: 1, name: "a"), Item(id: 2, name: nil)]) == 2)
    #expect(
      fake.work.dropFirst().dropLast() == [
        "run INSERT INTO a VALUES (?, ?, ?) ['a', 1, 'a']", "run INSERT INTO a VALUES (?, ?, ?) [NULL, 2, NULL]",
      ])
    let counted = try db.prepare(Self.insert)
    #expect(databaseError { try counted.executeMany([Item(id: 1)]) }?.kind == .misuse)
  }

  @Test func theFailingElementIsNamedAndNothingRemains() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    let seen = Shared(0)
    fake["INSERT INTO a VALUES (?, ?)"] = FakeReply(changed: 1)
    fake["INSERT INTO a VALUES (?, ?)"]?.began = {
      let count = seen.with { count -> Int in
        count += 1
        return count
      }
      if count == 2 {
        fake["INSERT INTO a VALUES (?, ?)"] = .fails(DatabaseError(.constraint(.unique), "twice"))
      }
    }
    let error = databaseError { try statement.executeMany([[1, 1], [2, 2], [3, 3], [4, 4]]) }
    #expect(error?.kind == .constraint(.unique))
    #expect(error?.batchIndex == 2)
    #expect(error?.sql == "INSERT INTO a VALUES (?, ?)")
    #expect("\(error.map { "\($0)" } ?? "")".contains("element 2 of the batch"))
    #expect(fake.work.first == "begin" && fake.work.last == "rollback")
    #expect(fake.work.count == 5)
  }

  @Test func aFailingBindIsNamedToo() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    let outside = databaseError { try statement.executeMany([1, 2]) { try $1.bind($0, at: $0) } }
    #expect(outside?.kind == .misuse)
    #expect(outside?.code == .badBindIndex)
    #expect(outside?.batchIndex == 1)
    #expect(outside?.message == "parameter 2, counted from 0, of a statement that has 2")
    let negative = databaseError { try statement.executeMany([1]) { try $1.bind($0, at: -1) } }
    #expect(negative?.code == .badBindIndex)
    let many = databaseError { try statement.executeMany([1]) { try $1.bind($0, $0, $0) } }
    #expect(many?.code == .badBindIndex)
    #expect(fake.work.last == "rollback")
    let missing = databaseError { try statement.executeMany([[1, 2], [1]]) }
    #expect(missing?.kind == .misuse)
    #expect(missing?.batchIndex == 1)
  }

  @Test func whatIsNotBoundIsNull() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    try statement.executeMany([(1, true), (2, false)]) { try $1.bind($0.0, at: $0.1 ? 1 : 0) }
    #expect(
      fake.work.dropFirst().dropLast() == [
        "run INSERT INTO a VALUES (?, ?) [NULL, 1]", "run INSERT INTO a VALUES (?, ?) [2, NULL]",
      ])
  }

  @Test func insideATransactionItIsASavepoint() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare("UPDATE a SET b = ?")
    fake.forget()
    try db.transaction { tx in
      try statement.executeMany([[1]])
      try tx.prepare("UPDATE a SET b = ?").executeMany([[2]])
    }
    #expect(
      fake.work == [
        "begin", "savepoint orda_1", "run UPDATE a SET b = ? [1]", "release orda_1", "savepoint orda_1",
        "run UPDATE a SET b = ? [2]", "release orda_1", "commit",
      ])
  }

  @Test func interpolatedValuesArePartOfEachElement() throws {
    let (fake, db) = try governor()
    let statement = try db.prepare("INSERT INTO a VALUES (\(7), :id)")
    fake.forget()
    #expect(try statement.executeMany([["id": 1], ["id": 2]]) == 2)
    #expect(try statement.executeMany([Item(id: 3)].map { ["id": $0.id] }) == 1)
    #expect(
      fake.work.filter { $0.hasPrefix("run") } == [
        "run INSERT INTO a VALUES (?, ?) [7, 1]", "run INSERT INTO a VALUES (?, ?) [7, 2]",
        "run INSERT INTO a VALUES (?, ?) [7, 3]",
      ])
  }

  @Test func interpolatedValuesArePartOfCodableElements() throws {
    struct Key: Codable { var id: Int }
    let (fake, db) = try governor()
    let statement = try db.prepare("INSERT INTO a VALUES (\(7), :id)")
    fake.forget()
    #expect(try statement.executeMany([Key(id: 1), Key(id: 2)]) == 2)
    #expect(
      fake.work.filter { $0.hasPrefix("run") } == [
        "run INSERT INTO a VALUES (?, ?) [7, 1]", "run INSERT INTO a VALUES (?, ?) [7, 2]",
      ])
    #expect(databaseError { try statement.executeMany([1]) { try $1.bind($0, at: 1) } }?.kind == .misuse)
  }

  @Test func areAwaited() async throws {
    let (fake, db) = try governor()
    let statement = try await db.prepare(Self.insert)
    fake.forget()
    #expect(try await statement.executeMany([[1, 1], [2, 2]]) == 2)
    #expect(try await statement.executeMany([3, 4]) { try $1.bind($0, $0) } == 2)
    #expect(fake.work.filter { $0 == "begin" }.count == 2 && fake.work.filter { $0 == "commit" }.count == 2)
    let error = await asyncDatabaseError { _ = try await statement.executeMany([[1, 1], [2]]) }
    #expect(error?.batchIndex == 1)
    #expect(fake.work.last == "rollback")
  }
}
