import Testing

@testable import ORDA

@Suite("Batches by arrays")
struct ArrayBindingTests {
  private static let insert: SQL = "INSERT INTO a VALUES (?, ?)"

  private func statement(arraySize: Int) throws -> (FakeDatabase, any Governor, any Statement) {
    let fake = FakeDatabase(arraySize: arraySize)
    let db = try fake.open()
    let statement = try db.prepare(Self.insert)
    fake.forget()
    return (fake, db, statement)
  }

  @Test func `Elements run together, in one transaction`() throws {
    let (fake, db, statement) = try statement(arraySize: 2)
    #expect(try statement.executeMany([1, 2, 3]) { try $1.bind($0, "n\($0)") } == 3)
    #expect(
      fake.calls == [
        "begin", "array of 2", "run INSERT INTO a VALUES (?, ?) [1, 'n1']", "run INSERT INTO a VALUES (?, ?) [2, 'n2']",
        "array of 1", "run INSERT INTO a VALUES (?, ?) [3, 'n3']", "commit",
      ])
    fake.forget()
    let changed = try db.transaction { _ in try statement.executeMany([[1, nil], ["x", 2.5]]) }
    #expect(changed == 2)
    #expect(
      fake.calls == [
        "begin", "savepoint orda_1", "array of 2", "run INSERT INTO a VALUES (?, ?) [1, NULL]",
        "run INSERT INTO a VALUES (?, ?) ['x', 2.5]", "release orda_1", "commit",
      ])
    fake.forget()
    #expect(try statement.executeMany([Parameters]()) == 0)
    #expect(fake.calls == ["begin", "commit"])
  }

  @Test func `Codable elements run together too`() throws {
    struct Item: Codable {
      var id: Int
      var name: String?
    }
    let fake = FakeDatabase(arraySize: 10)
    let statement = try fake.open().prepare("INSERT INTO a VALUES (:name, :id)")
    fake.forget()
    #expect(try statement.executeMany([Item(id: 1, name: "a"), Item(id: 2, name: nil)]) == 2)
    #expect(
      fake.work == [
        "begin", "array of 2", "run INSERT INTO a VALUES (?, ?) ['a', 1]",
        "run INSERT INTO a VALUES (?, ?) [NULL, 2]", "commit",
      ])
  }

  @Test func `A statement that refuses a batch is run for each element`() throws {
    let (fake, _, statement) = try statement(arraySize: 0)
    #expect(try statement.executeMany([1, 2]) { try $1.bind($0, $0) } == 2)
    #expect(
      fake.calls == [
        "begin", "run INSERT INTO a VALUES (?, ?) [1, 1]", "run INSERT INTO a VALUES (?, ?) [2, 2]", "commit",
      ])
  }

  @Test func `The driver's error names the element, and nothing remains`() throws {
    let (fake, _, statement) = try statement(arraySize: 2)
    let seen = Shared(0)
    fake["INSERT INTO a VALUES (?, ?)"] = FakeReply(changed: 1)
    fake["INSERT INTO a VALUES (?, ?)"]?.began = {
      seen.with { $0 += 1 }
      if seen.current == 3 {
        fake["INSERT INTO a VALUES (?, ?)"] = .fails(DatabaseError(.constraint(.unique), "twice"))
      }
    }
    let error = databaseError { try statement.executeMany(0..<9) { try $1.bind($0, $0) } }
    #expect(error?.kind == .constraint(.unique))
    #expect(error?.batchIndex == 3)
    #expect(fake.work.last == "rollback")
  }

  @Test func `An element that can't be bound comes after those before it`() throws {
    let (fake, _, statement) = try statement(arraySize: 100)
    let error = databaseError { try statement.executeMany([1, 2, 3]) { try $1.bind($0, at: $0 == 3 ? 7 : 0) } }
    #expect(error?.code == .badBindIndex)
    #expect(error?.batchIndex == 2)
    #expect(
      fake.calls == [
        "begin", "array of 2", "run INSERT INTO a VALUES (?, ?) [1, NULL]", "run INSERT INTO a VALUES (?, ?) [2, NULL]",
        "rollback",
      ])
    fake["INSERT INTO a VALUES (?, ?)"] = .fails(DatabaseError(.constraint(.check), "no"))
    let earlier = databaseError { try statement.executeMany([1, 2, 3]) { try $1.bind($0, at: $0 == 3 ? 7 : 0) } }
    #expect(earlier?.kind == .constraint(.check))
    #expect(earlier?.batchIndex == 0)
  }

  @Test func `Awaited, it is the same`() async throws {
    let (fake, _, statement) = try statement(arraySize: 2)
    #expect(try await statement.executeMany([3, 4]) { try $1.bind($0, $0) } == 2)
    #expect(fake.calls.contains("array of 2"))
  }
}
