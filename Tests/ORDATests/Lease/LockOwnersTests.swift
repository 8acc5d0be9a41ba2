import ORDAThreads
import Testing

@testable import ORDA

@Suite("Who holds a lock by name in the program")
struct LockOwnersTests {
  @Test("Who would wait for itself is told, and who is gone is nobody's self")
  func gone() throws {
    let owners = LockOwners()
    let first = LockOwners.Owner(.task(7))
    #expect(try owners.enter("l", first, until: .now))
    #expect(databaseError { _ = try owners.enter("l", LockOwners.Owner(.task(7)), until: .now) }?.kind == .misuse)
    #expect(try !owners.enter("l", LockOwners.Owner(.task(8)), until: .now))
    // The system gives the number of a task that has ended to the next one.
    first.leave()
    #expect(try !owners.enter("l", LockOwners.Owner(.task(7)), until: .now))
    owners.leave("l")
    #expect(try owners.enter("l", LockOwners.Owner(.task(7)), until: .now))
  }
}
