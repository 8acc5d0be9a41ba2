import Foundation
import Testing

@testable import Command

@Suite struct HistoryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func inputsComeBackAsTheyWere() throws {
    let file = HistoryFile(path: folder.file("state/orda/history"))
    var history = try History(file: file)
    let inputs = ["SELECT 1;", "SELECT\n'a\\nb',\t'日\r';", "SELECT 1;"]
    for input in inputs { try history.add(input) }
    // The same again is not kept twice in a row.
    try history.add("SELECT 1;")
    #expect(history.entries == inputs)
    #expect(try History(file: file).entries == inputs)
    #expect(try folder.text("state/orda/history") == "SELECT 1;\nSELECT\\n'a\\\\nb',\t'日\\r';\nSELECT 1;\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("state/orda/history"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let folderAttributes = try FileManager.default.attributesOfItem(atPath: folder.file("state/orda"))
    #expect(folderAttributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: [
    "", " SELECT 1;", "\nSELECT 1;", "CREATE USER a IDENTIFIED BY 'x';", "alter user a identified via x;",
    "SET PASSWORD = 'x';", "SELECT 'my secret';", ".open mariadb://bob:x@db/music",
  ]) func whatIsNotToBeKept(_ input: String) throws {
    var history = try History(file: HistoryFile(path: folder.file("history")))
    try history.add(input)
    #expect(history.entries.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test func severalShellsLoseNothingOfEachOther() async throws {
    let path = folder.file("history")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for shell in 0..<8 {
        group.addTask {
          var history = try History(file: HistoryFile(path: path))
          for number in 0..<50 { try history.add("SELECT \(shell), \(number);") }
        }
      }
      try await group.waitForAll()
    }
    let all = try History(file: HistoryFile(path: path)).entries
    #expect(all.count == 400)
    #expect(Set(all).count == 400)
    for shell in 0..<8 {
      // Each one's in its order.
      #expect(all.filter { $0.hasPrefix("SELECT \(shell),") } == (0..<50).map { "SELECT \(shell), \($0);" })
    }
  }

  @Test func theOldestGo() throws {
    let file = HistoryFile(path: folder.file("history"), limit: 10)
    for number in 1...100 { try file.append("SELECT \(number);") }
    #expect(try file.read() == (91...100).map { "SELECT \($0);" })
    #expect(try folder.text("history").split(separator: "\n").count <= 15)
  }

  @Test func whereItIs() {
    func path(_ variables: [String: String]) -> String? {
      HistoryFile.standard(environment: { variables[$0] })?.path
    }
    #expect(path(["HOME": "/home/ann"]) == "/home/ann/.local/state/orda/history")
    #expect(path(["HOME": "/home/ann", "XDG_STATE_HOME": "/state"]) == "/state/orda/history")
    #expect(path(["HOME": "/home/ann", "XDG_STATE_HOME": "state"]) == "/home/ann/.local/state/orda/history")
    #expect(path(["HOME": "/home/ann", "ORDA_HISTORY": "/h"]) == "/h")
    #expect(path(["HOME": "/home/ann", "ORDA_HISTORY": ""]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func aFileThatCannotBeWrittenIsAnError() throws {
    try folder.write("", to: "file")
    var history = History()
    #expect(throws: FileError.self) { try HistoryFile(path: folder.file("file/history")).append("SELECT 1;") }
    try history.add("SELECT 1;")
    #expect(history.entries == ["SELECT 1;"])
  }
}
