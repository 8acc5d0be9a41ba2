#if ODB
  import ArgumentParser
  import ODB

  /// `orda odb get URL PATH`
  struct ODBGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get",
      abstract: "Write a value to standard output: data as its bytes, everything else as a line of text.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("Where the value is.", valueName: "path"))
    var path: String

    func run() throws {
      try Failure.reporting {
        let odb = try database.open()
        let path = try ODBPath(text: path, odb: odb)
        let value = try odb.run { try path.requireValue() }
        if case .data(let bytes) = value.content {
          StandardStreams.output.write(bytes)
        } else {
          StandardStreams.output.write(value.text + "\n")
        }
      }
    }
  }
#endif
