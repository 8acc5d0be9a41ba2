import ArgumentParser
import Foundation
import Testing

@testable import Command

/// The pages about the command show what the command prints, and leave out none of its commands.
@Suite("The pages about the command") struct CommandPageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")

  private static func lines(_ page: String = "command.md") throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8).components(separatedBy: "\n")
  }

  /// What stands in a page's pieces of console: each line after `$ ` with the lines that follow it.
  private static func examples(_ page: String) throws -> [(line: Int, command: String, output: String)] {
    var examples: [(line: Int, command: String, output: String)] = []
    var isConsole = false
    for (index, line) in try lines(page).enumerated() {
      if line == "```console" {
        isConsole = true
      } else if line == "```" {
        isConsole = false
      } else if isConsole, line.hasPrefix("$ ") {
        examples.append((index + 1, String(line.dropFirst(2)), ""))
      } else if isConsole, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }

  /// Files that the examples of a page take for granted.
  private static let files = [
    "tracks.csv": "id,title,seconds,note\n1,So What,562,\"from \"\"Kind of Blue\"\"\"\n2,Naima,261,\n",
    "more.csv": "id,title\n3,Blue in Green\n1,So What\n",
  ]

  /// Commands that `orda` is built without here.
  private static let unbuilt: [String] = {
    var commands: [String] = []
    #if !Conformance
      commands.append("conformance")
    #endif
    #if !ODB
      commands.append("odb")
    #endif
    #if !Shelf
      commands.append("shelf")
    #endif
    return commands
  }()

  @Test("show what the command prints", arguments: [("command.md", 15), ("import-export.md", 7)])
  func outputs(page: String, count: Int) async throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    let examples = try Self.examples(page)
    #expect(examples.count >= count)
    for example in examples where !Self.unbuilt.contains(where: { example.command.hasPrefix("orda \($0) ") }) {
      // Errors stand in the page as they do on a terminal.
      let run = try await BuiltProgram.shell("{ \(example.command); } 2>&1", in: folder)
      #expect(run.output == example.output, "docs/\(page):\(example.line): \(example.command)")
    }
  }

  @Test("has a section for each command")
  func sections() throws {
    let lines = try Self.lines()
    let names = Command.configuration.subcommands.map { $0._commandName }
    #expect(names.contains("query") && names.contains("schema"))
    for name in names {
      #expect(lines.contains("## orda \(name)"), "docs/command.md has no section about orda \(name)")
    }
  }

  @Test("names each format")
  func formats() throws {
    let lines = try Self.lines()
    for format in ResultFormat.allCases {
      #expect(lines.contains { $0.hasPrefix("| `\(format.rawValue)` |") }, "docs/command.md does not tell of \(format)")
    }
  }

  @Test("The help of each command tells what it does, how to use it, and all of its options")
  func help() async throws {
    let folder = try TemporaryFolder()
    for command in Command.configuration.subcommands where !(command is any UnbuiltCommand.Type) {
      let name = command._commandName
      let run = try await orda("help", name, in: folder)
      #expect(run.status == 0)
      // The lines are broken to a width.
      let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.hasPrefix("OVERVIEW: \(command.configuration.abstract) "))
      #expect(run.output.contains("USAGE: orda \(name)"))
      let main = try await orda("help", in: folder)
      #expect(main.output.contains("\n  \(name) "))
      // Each line of the arguments and options has words beside the name, there or on the next line.
      let entries = run.output.components(separatedBy: "\n")
      for (index, line) in entries.enumerated() where line.hasPrefix("  --") || line.hasPrefix("  <") {
        let words = line.dropFirst(2).split(separator: "  ")
        let next = index + 1 < entries.count ? entries[index + 1] : ""
        #expect(words.count > 1 || next.hasPrefix("        "), "orda help \(name): \(line)")
      }
    }
  }
}
