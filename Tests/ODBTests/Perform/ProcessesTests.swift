import Foundation
import ODB
import TestSupport
import Testing

@Suite("Two processes", .ownThread)
struct ProcessesTests {
  /// Counts a number up, by eight threads.
  static func count(_ url: String, _ times: Int) async throws {
    let odb = try ODB(url: url)
    let path = odb.root + "n"
    await onThreads(8) { _ in
      for _ in 0..<times / 8 {
        #expect(throws: Never.self) {
          try odb.performThrowing { try path.requireSetValue(ODBValue((path.requireValue().int ?? 0) + 1)) }
        }
      }
    }
  }

  @Test("with eight threads each count one number up, and lose nothing", arguments: Place.allCases)
  func counting(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let path = odb.root + "n"
    odb.perform { _ = path.setValue(0) }
    // The other process has a copy of the URL alone.
    let url = home.url + (place == .sqlite ? "?busy-timeout=60s" : "")
    async let other: ExitTest.Result? = #expect(processExitsWith: .success) { [place, url = url as String] in
      try place.register()
      try await ProcessesTests.count(url, 1_000)
    }
    try await Self.count(url, 1_000)
    _ = await other
    #expect(odb.perform(.fresh) { path.value } == 2_000)
    odb.perform { _ = path.setValue((path.value?.int ?? 0) + 1) }
    #expect(odb.perform { path.value } == 2_001)
  }
}
