import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("SQLite's own: the documentation")
struct ExtrasDocumentationTests {
  @Test func `The page's table of options is the driver's own`() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(
      contentsOf: root.appendingPathComponent("Drivers/SQLite/ORDASQLite/ORDASQLite.docc/ORDASQLite.md"),
      encoding: .utf8)
    let table = page.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n") + "\n"
    #expect(table == OptionTable.sqlite.markdown)
  }
}
