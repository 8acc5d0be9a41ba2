import Foundation
import Testing

@Suite("The guide") struct GuideTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The Swift code of a document, each piece with its first line's number.
  private static func code(of document: URL) throws -> [(line: Int, lines: [String])] {
    var pieces: [(line: Int, lines: [String])] = []
    var open: (line: Int, lines: [String])?
    for (index, line) in try lines(of: document).enumerated() {
      if line == "```", let piece = open {
        pieces.append(piece)
        open = nil
      } else if line == "```swift" {
        open = (index + 2, [])
      } else {
        open?.lines.append(line)
      }
    }
    #expect(open == nil, "code has no end")
    return pieces
  }

  @Test("Each piece of Swift in it stands in a file of this package, line by line")
  func slices() throws {
    let guide = Self.package.appendingPathComponent("../../docs/services.md").standardizedFileURL
    var files = [Self.package.appendingPathComponent("Package.swift")]
    for folder in ["Sources", "Tests"].map(Self.package.appendingPathComponent) {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      files += paths.map(folder.appendingPathComponent)
    }
    let sources = try files.map(Self.lines)
    let pieces = try Self.code(of: guide)
    #expect(pieces.count >= 10)
    for piece in pieces {
      let isSlice = sources.contains { file in file.indices.contains { file[$0...].starts(with: piece.lines) } }
      #expect(isSlice, "services.md:\(piece.line) is in no file: \(piece.lines.first ?? "")")
    }
  }
}
