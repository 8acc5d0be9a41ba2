import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("MariaDB's documentation")
struct DocumentationTests {
  @Test func `The page's table of options is the driver's own`() throws {
    let page = try String(
      contentsOf: Repository.folder.appendingPathComponent(
        "Drivers/MariaDB/ORDAMariaDB/ORDAMariaDB.docc/ORDAMariaDB.md"), encoding: .utf8)
    let table = page.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n") + "\n"
    #expect(table == OptionTable.mariadb.markdown, "the page should hold:\n\(OptionTable.mariadb.markdown)")
  }
}
