#if Conformance
  import Foundation
  import ORDA
  import ORDAConformance
  import Testing

  @Suite("The cases") struct SuiteTests {
    @Test("are many, and each has a name of its own, a group and a promise")
    func names() {
      let cases = ConformanceSuite.cases
      #expect(cases.count >= 200)
      #expect(Set(cases.map(\.name)).count == cases.count)
      for testCase in cases {
        let words = testCase.name.split(separator: ".", omittingEmptySubsequences: false)
        #expect(words.count >= 2, "\(testCase)")
        let isPlain = words.allSatisfy { word in
          word.first?.isLowercase ?? false || word.first?.isNumber ?? false
        }
        #expect(
          isPlain && testCase.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }, "\(testCase)"
        )
        #expect(testCase.summary.hasSuffix("."), "\(testCase)")
        #expect(ConformanceSuite.case(named: testCase.name)?.name == testCase.name)
      }
    }

    @Test("make groups, which stand together")
    func groups() {
      #expect(
        ConformanceSuite.groups.flatMap(ConformanceSuite.cases(in:)).map(\.name) == ConformanceSuite.cases.map(\.name))
      #expect(ConformanceSuite.cases(in: "nothing").isEmpty)
      #expect(ConformanceSuite.case(named: "values") == nil)
    }
  }

  @Suite("The code of the cases") struct CaseSourceTests {
    @Test("uses no subscript with a number, which would stop the whole run where a driver gives too little")
    func subscripts() throws {
      var root = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { root.deleteLastPathComponent() }
      let folder = root.appendingPathComponent("Sources/ORDAConformance/Cases")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      #expect(files.count > 10)
      for file in files {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() where line.utf8.contains(UInt8(ascii: "[")) {
          #expect(line.firstMatch(of: /[A-Za-z0-9_)\]]\[[0-9]+\]/) == nil, "\(file.lastPathComponent):\(index + 1)")
        }
      }
    }
  }
#endif
