import Foundation
import MariaDBTestServer
import ORDA
import TestSupport
import Testing

/// The example of a program, run as a process.
struct FeedReaderTests {
  private static let folder = Repository.folder.appendingPathComponent("Examples/FeedReader")

  /// What SwiftPM has built lies beside the tests.
  private static var program: String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("FeedReader").path
  }

  @Test("The feed reader prints what its folder says", arguments: Place.allCases)
  func output(_ place: Place) async throws {
    let home = try place.made()
    let expected = try String(contentsOf: Self.folder.appendingPathComponent("expected.txt"), encoding: .utf8)
    #expect(try await Self.run(home) == expected)
    // What it said is what it has saved.
    let db = try await home.governor()
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM articles") == 4)
    #expect(try await db.query(String.self, "SELECT uniqueID FROM tombstones") == ["https://harbour.example/ferry"])
    #expect(
      try await db.query((String, Int).self, "SELECT tagID, COUNT(*) FROM articlesTags GROUP BY tagID").first.map {
        "\($0) \($1)"
      } == "coast 2")
    #expect(try await db.query(String.self, "SELECT name FROM tags") == ["Coast"])
    // The second time only what its feed had earlier is new: the deleted article stays away.
    #expect(try await Self.run(home).hasPrefix("1 new articles in 2 feeds, 1 unread\n"))
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM articles WHERE title = 'Ferry times'") == 0)
    try await db.close()
  }

  /// What the program prints, run with a database.
  private static func run(_ home: Home) async throws -> String {
    let output = try TemporaryFolder()
    let (file, errors) = (output.file("output"), output.file("errors"))
    let status = try await Threads.offload {
      ShellCommand.status(of: "cd '\(folder.path)' && '\(program)' '\(home.url)' >'\(file)' 2>'\(errors)'")
    }
    // On a busy machine it warns of slow statements there.
    let warnings = try output.text("errors")
    #expect(status == 0, "\(warnings)")
    return try output.text("output")
  }
}
