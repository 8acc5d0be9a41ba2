// The examples of docs/odb.md. CommandTests compares each with its slice here.
//
//     swift run NestedDictionary
//

import Foundation
import ODBSQLite

@main
struct NestedDictionary {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orda-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("reader.odb").path
    let feedID = "http://example.com/feed"
    let name = "Daring Fireball"

    // snippet.begin
    let odb = ODB(filepath: file)
    let feed = ODBPath(elements: ["RSS", "feeds", feedID], odb: odb)
    ODB.perform {
      feed.ensureTable()  // makes RSS and RSS.feeds too
      (feed + "editedName").setValue(name)
    }
    // snippet.end

    // snippet.read
    var editedName: String?
    ODB.perform {
      editedName = (feed + "editedName").value?.string
    }
    let unread = odb.perform { (feed + "unread").value?.int ?? 0 }  // a perform returns what its body returns
    // snippet.end
    print(editedName ?? "", unread)

    // snippet.throwing
    do {
      try odb.performThrowing {
        let table = try feed.requireTable()
        table.set(true, name: "isRead")
        try (feed + "url").requireSetValue(ODBValue(feedID, applicationType: "URL"))
      }
    } catch let error as ODBError {
      print("nothing was written:", error)
    }
    // snippet.end

    // snippet.table
    odb.perform {
      guard let table = feed.table else { return }
      for (key, object) in table.children.sorted(by: { $0.key < $1.key }) {
        print(key, object.name, (object as? ODBValueObject)?.value ?? "a table")
      }
      table.delete(name: "isRead")
    }
    // snippet.end

    // snippet.frontier
    try odb.performThrowing {
      try feed.copy(to: ODBPath(elements: ["RSS"], odb: odb), name: "favourite")
      let favourite = try ODBPath(text: "RSS.favourite", odb: odb)
      try favourite.rename("Favourite")  // another capital is no other name
      print(favourite.size ?? 0, feed.text)
    }
    // snippet.end

    // snippet.observing
    let observation = feed.observe { change in print(change.kind, change.path) }
    let settings = odb.root.observed()  // for Observation: settings.value, settings.childNames
    // snippet.end
    observation.cancel()
    print(settings.childNames)

    // snippet.members
    odb.perform { odb["RSS.feeds"][feedID].editedName = "Daring Fireball" }
    odb["user.name", default: ""] = "Bull Mancuso"  // a perform of its own
    // snippet.end

    // snippet.coding
    struct Window: Codable, Equatable {
      var title: String
      var size: [Double]
      var isOpen: Bool?
    }
    let window = Window(title: "Feeds", size: [640, 480])
    try odb.performThrowing {
      try (odb.root + "window").setTable(from: window)  // a table, with a numbered table for the array
      print(try (odb.root + "window").decode(Window.self) == window)
    }
    // snippet.end

    // snippet.out
    let json = try odb.root.json()  // everything comes back as it was; `.plain` is what others read
    try (odb.root + "copy").importJSON(text: json)
    try odb.backup(to: file + ".backup")  // one state, while others write
    // snippet.end
    print(json.count)

    // snippet.awaited
    let count = try await odb.performAsync { feed.table?.children.count ?? 0 }
    // snippet.end
    print(count)
    odb.close()
  }
}
