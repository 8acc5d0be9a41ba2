import SHELF
import ShelfConformance
import Testing

@Suite("Stores keep their promises")
struct StoreConformanceTests {
  @Test("In memory", arguments: ShelfStoreSuite.cases)
  func memory(_ testCase: ShelfStoreCase) async throws {
    try await testCase.check { ShelfStorePlace(MemoryShelfStore()) }
  }

  @Test("In a database", arguments: ShelfStoreSuite.cases, ShelfHome.allCases)
  func database(_ testCase: ShelfStoreCase, on home: ShelfHome) async throws {
    try await testCase.check { try await home.place() }
  }
}
