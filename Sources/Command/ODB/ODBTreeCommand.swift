#if ODB
  import ArgumentParser
  import ODB
  import ORDAImport

  /// `orda odb tree URL [PATH]`
  struct ODBTreeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tree", abstract: "Show a table with all that it contains, a line an object.")

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("The table; the root table where none is named.", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("How many levels to show.", valueName: "levels"))
    var depth = 100

    /// Longer values are cut: a line is for people.
    private static let longest = 60

    func validate() throws {
      guard depth > 0 else { throw ValidationError("--depth is a number from 1.") }
    }

    func run() throws {
      try Failure.reporting {
        let odb = try database.open()
        let path = try path.map { try ODBPath(text: $0, odb: odb) } ?? odb.root
        try odb.run {
          var rest: [(object: any ODBObject, level: Int)] = [(try path.requireObject(), 0)]
          while let (object, level) = rest.popLast() {
            StandardStreams.output.write(Self.line(of: object, level))
            guard let table = object as? ODBTable, level < depth else { continue }
            for child in table.children.sorted(by: { $0.key > $1.key }) { rest.append((child.value, level + 1)) }
          }
        }
      }
    }

    private static func line(of object: any ODBObject, _ level: Int) -> String {
      let row = ODBRow(object)
      let indent = String(repeating: "  ", count: level)
      let name = VisibleText.escaping(row.name)
      guard let value = row.value else { return "\(indent)\(name)\(row.type == "table" ? "" : ": \(row.type)")\n" }
      return "\(indent)\(name): \(VisibleText.escaping(value, limit: longest))\n"
    }
  }
#endif
