import Testing

@testable import ORDAMariaDB

@Suite("The version of a server")
struct ServerVersionTests {
  @Test(
    "is read from the text that servers send",
    arguments: [
      ("10.11.14-MariaDB-0+deb12u2", 10, 11, 14), ("8.0.36", 8, 0, 36), ("11.4.2-MariaDB-log", 11, 4, 2),
      ("5.7-beta.3", 5, 7, 3), ("10.6.12.1", 10, 6, 12),
    ])
  func reading(text: String, major: Int, minor: Int, patch: Int) {
    #expect(ServerVersion(text) == ServerVersion(major, minor, patch))
  }

  @Test("is 0 where the text tells none", arguments: ["", ".", "..", "MariaDB", "-1.-2.-3", "٣.٤.٥"])
  func without(text: String) { #expect(ServerVersion(text) == ServerVersion(0, 0, 0)) }

  @Test("has no number that no version has")
  func tooLarge() { #expect(ServerVersion(String(repeating: "9", count: 100) + ".5") == ServerVersion(0, 5, 0)) }

  @Test("is compared number by number")
  func order() {
    #expect(ServerVersion(10, 2, 2) < ServerVersion(10, 11, 0))
    #expect(ServerVersion(9, 99, 99) < ServerVersion(10, 0, 0))
    #expect(ServerVersion(10, 1, 2) >= ServerVersion(10, 1, 2))
  }

  @Test("tells how UUIDs lie in its log")
  func loggedUUIDs() {
    for known in [(10, 10, 6), (10, 11, 5), (11, 0, 3), (11, 1, 2), (11, 2, 0), (12, 0, 0)] {
      #expect(LoggedUUID.isKnown(to: ServerVersion(known.0, known.1, known.2)), "\(known)")
    }
    for old in [(10, 9, 9), (10, 10, 5), (10, 11, 4), (11, 0, 2), (11, 1, 1), (8, 0, 36)] {
      #expect(!LoggedUUID.isKnown(to: ServerVersion(old.0, old.1, old.2)), "\(old)")
    }
  }
}
