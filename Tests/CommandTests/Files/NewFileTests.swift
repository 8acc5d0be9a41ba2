import Foundation
import Testing

@testable import Command

@Suite struct NewFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func itAppearsWhenItIsComplete() throws {
    let file = try NewFile(path: folder.file("a.csv"), replaces: false)
    file.output.write("one\n")
    #expect(!folder.names.contains("a.csv"))
    try file.finish()
    #expect(folder.names == ["a.csv"])
    #expect(try folder.text("a.csv") == "one\n")
  }

  @Test func whatIsNotFinishedLeavesTheOldFile() throws {
    try folder.write("old", to: "a.csv")
    do {
      let file = try NewFile(path: folder.file("a.csv"), replaces: true)
      file.output.write("new")
      try file.output.flush()
    }
    #expect(folder.names == ["a.csv"])
    #expect(try folder.text("a.csv") == "old")
  }

  @Test func anOldFileIsReplacedOnlyIfAskedFor() throws {
    try folder.write("old", to: "a.csv")
    #expect(throws: NewFile.Exists.self) { try NewFile(path: folder.file("a.csv"), replaces: false) }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("a.csv"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: folder.file("a.csv"))
    let file = try NewFile(path: folder.file("link.csv"), replaces: true)
    file.output.write("new")
    try file.finish()
    #expect(folder.names == ["a.csv", "link.csv"])
    #expect(try folder.text("a.csv") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.csv"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func aFolderIsNoFileAndOneThatIsMissingIsAnError() throws {
    #expect(throws: FileError.self) { try NewFile(path: folder.path, replaces: true) }
    #expect(throws: FileError.self) { try NewFile(path: folder.file("none/a.csv"), replaces: true) }
    #expect(folder.names == [])
  }

  @Test func whatIsNoOrdinaryFileIsWrittenToAtOnce() throws {
    let file = try NewFile(path: "/dev/null", replaces: false)
    file.output.write("gone")
    try file.finish()
  }
}
