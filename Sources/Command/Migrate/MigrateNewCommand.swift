import ArgumentParser
import ORDAImport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `orda migrate new FOLDER NAME`
struct MigrateNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make the files of a new step, with the next number.")

  @Argument(
    help: ArgumentHelp("The folder with the steps' files, which is made where it is missing.", valueName: "folder"))
  var folder: String

  @Argument(help: ArgumentHelp("What the step does, in a word or a few.", valueName: "name"))
  var name: String

  func validate() throws {
    if Self.word(name).isEmpty { throw ValidationError("A step's name has a letter or a digit in it.") }
  }

  func run() throws {
    try Failure.reporting {
      let files = FileManager.default
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let numbers = try files.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }.map { file in
        file.prefix { $0.isASCII && $0.isNumber }
      }
      let digits = max(4, numbers.map(\.count).max() ?? 0)
      let number = String((numbers.compactMap { Int($0) }.max() ?? 0) + 1)
      let step = String(repeating: "0", count: max(0, digits - number.count)) + "\(number)_\(Self.word(name))"
      for file in ["\(step).sql", "\(step).down.sql"] {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(file)
        try Data().write(to: url, options: .withoutOverwriting)
        StandardStreams.output.write(VisibleText.escaping("\(folder)/\(file)") + "\n")
      }
    }
  }

  /// `Create the notes` as `create_the_notes`.
  private static func word(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
  }
}
