#if ODB
  import ArgumentParser
  import ODB

  /// The formats of an ODB's objects outside of it.
  enum ODBFormat: String, CaseIterable, ExpressibleByArgument {
    case json, plain, opml

    static var allValueDescriptions: [String: String] {
      [
        "json": "JSON with marks, from which everything comes back as it was", "plain": "JSON as others write it",
        "opml": "an outline",
      ]
    }
  }

  /// `orda odb export URL [PATH]`
  struct ODBExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write what is at a path to standard output, as JSON or OPML.",
      discussion: "It is one state, whoever writes meanwhile.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("What to write; everything where no path is named.", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("The form.", valueName: "format"))
    var format = ODBFormat.json

    func run() throws {
      try Failure.reporting {
        let odb = try database.open()
        let path = try path.map { try ODBPath(text: $0, odb: odb) } ?? odb.root
        switch format {
        case .json: try path.exportJSON(.marked) { StandardStreams.output.write($0) }
        case .plain: try path.exportJSON(.plain) { StandardStreams.output.write($0) }
        case .opml: StandardStreams.output.write(try path.opml())
        }
        StandardStreams.output.write("\n")
      }
    }
  }
#endif
