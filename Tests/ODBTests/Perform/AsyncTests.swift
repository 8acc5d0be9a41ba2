import Foundation
import ODB
import Testing

@Suite("Performs that are awaited")
struct AsyncTests {
  @Test("by a hundred tasks lose nothing", arguments: Place.allCases)
  func tasks(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let path = odb.root + "n"
    odb.perform { _ = path.setValue(0) }
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await odb.performAsync {
            let next = (path.value?.int ?? 0) + 1
            path.setValue(next)
            return next
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results == Set(1...100))
    #expect(odb.perform { path.value } == 100)
  }

  @Test("throw what the body throws, and undo it", arguments: Place.allCases)
  func throwing(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    await #expect(throws: Undone.self) {
      try await odb.performAsync {
        (odb.root + "n").setValue(1)
        throw Undone()
      }
    }
    #expect(odb.rowCount == 1)
    let none: Int? = try await odb.performAsync { nil }
    #expect(none == nil)
  }

  @Test("do not begin in a task that was cancelled", arguments: Place.allCases)
  func cancelled(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let gate = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate.stream {}
      try await odb.performAsync { _ = (odb.root + "n").setValue(1) }
    }
    task.cancel()
    gate.continuation.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(odb.rowCount == 1)
  }

  @Test("say that the ODB was closed", arguments: Place.allCases)
  func closed(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.close()
    await #expect(throws: ODBError.self) { try await odb.performAsync { _ = (odb.root + "n").setValue(1) } }
  }
}
