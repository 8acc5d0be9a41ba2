import Foundation
import ODB
import ORDA
import Testing

@Suite("Closing")
struct ClosingTests {
  @Test("Afterwards everything says so, and closing twice is fine", arguments: Place.allCases)
  func closed(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { _ = (odb.root + "t").ensureTable()?.set(1, name: "x") }
    #expect(!odb.isClosed)
    odb.close()
    odb.close()
    #expect(odb.isClosed)
    let path = odb.path(["t", "x"])
    odb.perform {
      #expect(path.value == nil && path.object == nil && path.parentTable == nil)
      #expect(odb.rootTable == nil)
      #expect(!path.setValue(1))
      #expect(!path.delete())
      #expect((odb.root + "u").ensureTable() == nil)
      expect(.closed(odb.name)) { try path.requireValue() }
      expect(.closed(odb.name)) { try path.requireSetValue(1) }
    }
    #expect(odb.error?.description == ODBError.closed(odb.name).description)
    expect(.closed(odb.name)) { try odb.performThrowing { Issue.record("nothing is to be run") } }
    ODB.perform { #expect(path.value == nil) }
    odb.read { #expect(path.value == nil) }
    await #expect(throws: ODBError.self) { try await odb.vacuum() }
    let again = try home.odb()
    #expect(again.perform { again.path(["t", "x"]).value } == 1)
  }

  @Test("A database that the program has opened stays open", arguments: Place.allCases)
  func governor(_ place: Place) throws {
    let home = try place.made()
    let db = try home.governor()
    let odb = try ODB(governor: db)
    #expect(try ODB(governor: db) == odb)
    odb.perform { _ = (odb.root + "x").setValue(1) }
    odb.close()
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM odb_nodes") == 2)
    let again = try ODB(governor: db)
    #expect(again != odb)
    #expect(again.perform { (again.root + "x").value } == 1)
    try db.close(within: .zero)
  }

  @Test("Room is given back", arguments: Place.allCases)
  func vacuum(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      for number in 0..<50 { (odb.root + "\(number)").setValue(Data(repeating: 1, count: 100_000)) }
      (odb.root + "kept").setValue(1)
    }
    odb.perform { for number in 0..<50 { (odb.root + "\(number)").delete() } }
    try await odb.vacuum()
    #expect(odb.perform { (odb.root + "kept").value } == 1)
    odb.perform { #expect((odb.root + "kept").setValue(2)) }
    #expect(odb.error == nil)
  }

  @Test("inside a perform takes effect after it", arguments: Place.allCases)
  func inside(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform {
      (odb.root + "x").setValue(1)
      odb.close()
    }
    #expect(odb.isClosed)
    let again = try home.odb()
    again.perform { #expect((again.root + "y").setValue(1)) }
    #expect(again.error == nil)
  }

  @Test("while others perform: each has written, or says that it was closed", arguments: Place.allCases)
  func busy(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { for thread in 0..<4 { (odb.root + "\(thread)").setValue(0) } }
    let told = Shared(Array(repeating: 0, count: 4))
    await onThreads(5) { thread in
      if thread == 4 {
        told.wait { $0.allSatisfy { $0 >= 3 } }
        odb.close()
        return
      }
      let path = odb.root + "\(thread)"
      while true {
        do {
          let number = try odb.performThrowing {
            let number = (path.value?.int ?? 0) + 1
            path.setValue(number)
            return number
          }
          told.with { $0[thread] = number }
        } catch let error as ODBError {
          guard case .closed = error else {
            Issue.record("\(error)")
            return
          }
          return
        } catch {
          Issue.record("\(error)")
          return
        }
      }
    }
    let again = try home.odb()
    let found = again.perform { (0..<4).map { (again.root + "\($0)").value?.int } }
    #expect(found == told.current)
  }
}
