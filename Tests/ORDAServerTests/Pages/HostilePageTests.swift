import Foundation
import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// Names and values that are scripts stay texts, on every page.
@Suite struct HostilePageTests {
  private static let script: SQL = #"""
    CREATE TABLE "<script>alert(1)</script>" ("<b>id" INTEGER PRIMARY KEY, "'"">&" TEXT, "onclick=x" TEXT);
    INSERT INTO "<script>alert(1)</script>" VALUES (1, '<img src=x onerror=alert(1)>', '"><script>alert(2)</script>');
    CREATE TABLE "../.." (id INTEGER PRIMARY KEY, up INTEGER REFERENCES "<script>alert(1)</script>");
    INSERT INTO "../.." VALUES (1, 1);
    CREATE TABLE ".." (id INTEGER PRIMARY KEY);
    INSERT INTO ".." VALUES (1);
    CREATE VIEW "<svg onload=alert(3)>" AS SELECT '<x>' AS "</td>";
    CREATE INDEX "<i>" ON "<script>alert(1)</script>" ("onclick=x");
    """#

  @Test func scriptsAreTexts() async throws {
    let served = try await ServedSite(Self.script, isWritable: true)
    let evil = PercentCoding.encoded("<script>alert(1)</script>")
    let pages = [
      "/music", "/music/schema", "/music/table/\(evil)", "/music/row/\(evil)?key=i1",
      "/music/table/" + PercentCoding.encoded("<svg onload=alert(3)>"),
      "/music/edit/\(evil)?key=i1", "/music/new/\(evil)", "/music/delete/\(evil)?key=i1",
      "/music/sql?sql=" + PercentCoding.encoded("</textarea><script>"),
      "/music/table/\(evil)?q=" + PercentCoding.encoded("\"><script>"), "/music/table/nothing<script>", "/<script>",
      "/music/<script>",
      "/music/table/\(evil)?facet=" + PercentCoding.encoded("'\">&"),
    ]
    for address in pages {
      let text = try await served.get(address).text
      let scripts = text.components(separatedBy: "<script").count - 1
      #expect(scripts == 1, "\(address) has \(scripts) scripts")
      for tag in ["<img", "<svg onload", "<b>", "<i>", "</td></td>", "onerror=alert(1)>"] {
        #expect(!text.contains(tag), "\(address) has \(tag)")
      }
    }
  }

  @Test(arguments: ["..", "../.."]) func namesThatArePathsAreNames(_ name: String) async throws {
    let served = try await ServedSite(Self.script)
    let list = try await served.get("/music").text
    let address = Address(["music", "table", name]).text
    #expect(list.contains("href=\"\(address)\""))
    let page = try await served.get(address)
    #expect(page.status == 200)
    #expect(page.text.contains("<h1>\(name)</h1>"))
  }

  @Test func referencesLeadBothWays() async throws {
    let served = try await ServedSite(Self.script)
    let evil = PercentCoding.encoded("<script>alert(1)</script>")
    let there = try await served.get(Address(["music", "row", "../.."], ["key": "i1"]).text).text
    #expect(there.contains("/music/row/\(evil)?key=i1"))
    let back = try await served.get("/music/row/\(evil)?key=i1").text
    #expect(
      back.contains(HTML(escaping: Address(["music", "table", "../.."], ["c": "up", "o": "eq", "v": "1"]).text).text))
  }

  @Test func secretsOfAddressesAreMasked() async throws {
    let served = try await ServedSite(Self.script)
    #expect(try await !served.get("/music").text.contains("password=geheim"))
    let url = try DatabaseURL("mariadb://app:geheim@localhost/music?password=geheim", shape: .server)
    #expect(!url.description.contains("geheim"))
  }
}
