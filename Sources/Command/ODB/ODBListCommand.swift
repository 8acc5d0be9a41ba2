#if ODB
  import ArgumentParser
  import ODB

  /// `orda odb ls URL [PATH]`
  struct ODBListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ls", abstract: "List what a table contains: names, types and values.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("The table; the root table where none is named.", valueName: "path"))
    var path: String?

    @OptionGroup var format: FormatOption

    func run() throws {
      try Failure.reporting {
        let odb = try database.open()
        let path = try path.map { try ODBPath(text: $0, odb: odb) } ?? odb.root
        let rows = try odb.run {
          try path.requireTable().children.sorted { $0.key < $1.key }.map { ODBRow($0.value).cells }
        }
        try format.show(["name", "type", "value"], rows, counting: "object")
      }
    }
  }

  /// What is shown of an object.
  struct ODBRow {
    let name: String
    let type: String
    let value: String?

    init(_ object: any ODBObject) {
      name = object.name
      switch object {
      case let value as ODBValueObject:
        let content = value.value
        type = content?.typeText ?? "unknown"
        self.value = content?.text
      default:
        type = "table"
        value = nil
      }
    }

    var cells: [String?] { [name, type, value] }
  }
#endif
