#if Shelf
  import ArgumentParser
  import ORDA
  import ORDAImport
  import SHELF

  /// `orda shelf watch URL [TYPE]`
  struct ShelfWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch", abstract: "Show which objects are saved and deleted, as it happens, whoever does it.",
      discussion: """
        A line for each, after the commit, until Control-C. Where it is told only that something has changed, as SQLite does \
        of other programs, the objects are read again and compared, if they are no more than --compare says; else a line says \
        'unknown'. Changes that follow each other closely may be shown as one.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The type to watch; all where none is named.", valueName: "type"))
    var type: String?

    @Option(help: ArgumentHelp("How changes are written.", valueName: "format"))
    var format = WatchCommand.Format.table

    @Option(help: ArgumentHelp("How many objects there may be to be read again and compared.", valueName: "objects"))
    var compare = 10_000

    @Option(help: ArgumentHelp("End after so many changes.", valueName: "changes"))
    var count: Int?

    func validate() throws {
      guard 0...10_000_000 ~= compare else { throw ValidationError("--compare is a number from 0 to 10000000.") }
      if let count, count < 1 { throw ValidationError("--count is a number from 1.") }
    }

    func run() throws {
      try Failure.reporting {
        try Signals.take()
        let opened = try place.open()
        if let coverage = opened.database?.findChangeCoverage() {
          guard coverage.reach != .none else {
            throw DatabaseError(.unsupported, coverage.limitation ?? "nothing is told")
          }
          if let limitation = coverage.limitation {
            StandardStreams.error("orda: \(VisibleText.escaping(limitation))\n")
          }
        }
        try awaiting { command in try await command.watch(opened.shelf) }
      }
    }

    private func watch(_ shelf: Shelf) async throws {
      do { try await show(shelf.changes(), of: shelf) } catch ShelfError.cancelled {}
    }

    private func show(_ changes: ShelfChanges, of shelf: Shelf) async throws {
      // Changes from here on are reported; what existed before is known by then.
      _ = try await shelf.store
      var known = try await KnownObjects(shelf, limit: compare)
      var rest = count ?? .max
      for await change in changes {
        for news in try await known.news(of: change) where type == nil || news.type == nil || news.type == type {
          news.write(to: StandardStreams.output, isJSON: format == .jsonl)
          rest -= 1
          if rest == 0 { break }
        }
        try StandardStreams.output.flush()
        if rest == 0 { return }
      }
    }
  }
#endif
