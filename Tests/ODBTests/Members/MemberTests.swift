import Foundation
import ODB
import Testing

@Suite("Names behind points")
struct MemberTests {
  @Test("A value is set and read as a script does", arguments: Place.allCases)
  func script(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let feedID = "http://example.com/a.b"
    let name = "Daring Fireball"
    odb.perform {
      odb["RSS.feeds"][feedID].editedName = name
      odb["RSS.feeds"][feedID].count = 3
      odb["RSS"].feeds[feedID].literal = "text"
      odb["RSS"].feeds[feedID]["any thing"] = true
    }
    #expect(odb.error == nil)
    odb.perform {
      let read: String? = odb["RSS.feeds"][feedID].editedName
      #expect(read == name)
      let count: Int? = odb["rss"].FEEDS[feedID].count
      #expect(count == 3)
      let wrong: String? = odb["RSS.feeds"][feedID].count
      #expect(wrong == nil)
      let value: ODBValue? = odb["RSS.feeds"][feedID]["any thing"]
      #expect(value == true)
      odb["RSS.feeds"][feedID].editedName = nil
      odb["RSS.feeds"][feedID].neverThere = nil
      #expect(!odb.path(["RSS", "feeds", feedID, "editedName"]).isDefined)
    }
    #expect(odb.error == nil)
  }

  @Test("What can't be done is the ODB's error, and the rest is done")
  func errors() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform {
      odb["a"].value = 1
      odb["a.value"].below = 2
      odb["b"].other = 3
    }
    guard case .notATable("a.value")? = odb.error else {
      Issue.record("\(String(describing: odb.error))")
      return
    }
    #expect(odb.perform { odb.path(["b", "other"]).value } == 3)
    odb.perform { odb["a..b"].x = 1 }
    guard case .illegalPath? = odb.error else {
      Issue.record("\(String(describing: odb.error))")
      return
    }
    odb.perform { odb["a"][""] = 1 }
    guard case .illegalName? = odb.error else {
      Issue.record("\(String(describing: odb.error))")
      return
    }
  }

  @Test("A value with a default needs no perform", arguments: Place.allCases)
  func defaults(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    #expect(odb["user.name", default: "nobody"] == "nobody")
    odb["user.name", default: ""] = "Bull Mancuso"
    #expect(odb["user.name", default: ""] == "Bull Mancuso")
    odb["user.count", default: 0] += 2
    odb["user.count", default: 0] += 2
    #expect(odb["user.count", default: 0] == 4)
    #expect(odb["user.count", default: "no text"] == "no text")
    #expect(odb.error == nil)
    odb["user.name.x", default: 0] = 1
    #expect(odb.error != nil)
    odb.perform {
      odb["user.name", default: ""] = "inside"
      #expect(odb.path(["user", "name"]).value == "inside")
    }
  }

  #if os(Linux) || os(macOS)
    @Test("Outside of perform the mistake is named")
    func outside() async {
      await #expect(processExitsWith: .failure) {
        let odb = try Place.sqlite.made().odb()
        odb["a"].b = 1
      }
    }
  #endif
}
