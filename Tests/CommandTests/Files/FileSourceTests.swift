import ORDAImport
import Testing

@testable import Command

@Suite struct FileSourceTests {
  @Test func missingFile() {
    #expect { try FileSource(path: "/nonexistent/file.csv") } throws: {
      "\($0)" == "/nonexistent/file.csv: No such file or directory"
    }
  }

  @Test func aFolderIsNoFile() throws {
    var reader = CSVReader(try FileSource(path: "/"))
    #expect { try reader.next() } throws: { "\($0)" == "/: Is a directory" }
  }
}
