import Foundation

/// Writes a program that `orda check` is measured on into a folder:
///
///     SourceCheckFixtures FOLDER FILES STATEMENTS
///
/// There are its sources, its migrations, and `statements`, what a database is given of it, a NUL behind each.
@main
struct SourceCheckFixtures {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let files = Int(arguments[2]), let statements = Int(arguments[3]), files > 0 else {
      exit(64)
    }
    let program = MadeProgram(seed: 1, files: files, statements: statements)
    let folder = URL(fileURLWithPath: arguments[1])
    for file in program.files {
      let url = folder.appendingPathComponent(file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
    let texts = program.statements.map { $0 + "\0" }.joined()
    try Data(texts.utf8).write(to: folder.appendingPathComponent("statements"))
  }
}
