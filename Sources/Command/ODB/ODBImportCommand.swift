#if ODB
  import ArgumentParser
  import Foundation
  import ODB

  /// `orda odb import URL PATH [FILE]`
  struct ODBImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Make what JSON or OPML describes, in place of whatever is at a path: all, or nothing.",
      discussion: "Makes the database where there is none. The path root stands for everything.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("Where it is to be.", valueName: "path"))
    var path: String

    @Argument(help: ArgumentHelp("The file; standard input where none is named.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The form of the file.", valueName: "format"))
    var format = ODBFormat.json

    @Flag(help: "Make the tables of the path that are missing.")
    var parents = false

    func run() throws {
      try Failure.reporting {
        let bytes =
          try file.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? FileHandle.standardInput.readToEnd()
        let odb = try database.open(making: true)
        let path = try ODBPath(text: path, odb: odb)
        try odb.run {
          if parents { _ = try path.parentTablePath?.requireEnsureTable() }
          switch format {
          case .json: try path.importJSON(bytes ?? Data(), .marked)
          case .plain: try path.importJSON(bytes ?? Data(), .plain)
          case .opml: try path.importOPML(bytes ?? Data())
          }
        }
      }
    }
  }
#endif
