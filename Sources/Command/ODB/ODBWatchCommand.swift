#if ODB
  import ArgumentParser
  import ODB
  import ORDA
  import ORDAImport

  /// `orda odb watch URL [PATH]`
  struct ODBWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch", abstract: "Show what changes at a path or below it, as it happens, whoever changes it.",
      discussion: """
        A line for each place, after the commit, until Control-C: its path, and what it is now. 'unknown' says that more may have \
        changed than is known.
        """)

    @OptionGroup var database: ODBArgument

    @Argument(help: ArgumentHelp("What to watch; everything where no path is named.", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("End after so many changes.", valueName: "changes"))
    var count: Int?

    func validate() throws {
      if let count, count < 1 { throw ValidationError("--count is a number from 1.") }
    }

    func run() throws {
      try Failure.reporting {
        try Signals.take()
        let odb = try database.open()
        let path = try path.map { try ODBPath(text: $0, odb: odb) } ?? odb.root
        let coverage = odb.changeCoverage
        if let limitation = coverage.limitation {
          StandardStreams.error("orda: \(VisibleText.escaping(limitation))\n")
        }
        let count = count
        do {
          try InterruptibleWork.run {
            var rest = count ?? .max
            for await change in path.changes() {
              StandardStreams.output.write(Self.line(of: change))
              try StandardStreams.output.flush()
              rest -= 1
              if rest == 0 { return }
            }
          }
        } catch let end as Terminated {
          try? StandardStreams.output.flush()
          Signals.die(of: end.signal)
        }
      }
    }

    private static func line(of change: ODBChange) -> String {
      let path = VisibleText.escaping(change.path.text)
      switch change.kind {
      case .removed: return "\(path) removed\n"
      case .unknown: return "\(path) unknown\n"
      case .set:
        let value = change.path.odb.perform { change.path.value }
        return "\(path) \(value.map { VisibleText.escaping($0.text, limit: 60) } ?? "table")\n"
      }
    }
  }
#endif
