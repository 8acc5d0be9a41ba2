#if Shelf
  import ArgumentParser
  import ORDAImport
  import ORDAPlatform
  import SHELF

  /// `orda shelf copy URL TARGET`
  struct ShelfCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy", abstract: "Copy all objects into another shelf, of whatever kind, and check the copy.",
      discussion: """
          orda shelf copy file:notes mariadb://app@localhost/notes
          orda shelf copy mariadb://app@localhost/notes sqlite:backup.db --replace

        Ids, types, JSON byte by byte, and when objects expire. In the end both are read again and compared, and what others \
        have changed meanwhile is copied again. A target with anything but some of the same objects is refused, unless what is \
        there is to be replaced. A copy that was cut off goes on where it was when the same command is given again.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The shelf to copy to; it is made where there is none.", valueName: "target"))
    var target: String

    @Option(
      help: ArgumentHelp(
        "What the names of the target's tables begin with; as --tables otherwise.", valueName: "prefix"))
    var targetTables: String?

    @Flag(help: "Replace and delete what is in the target and not the same.")
    var replace = false

    @Flag(help: "Show no progress, and no summary.")
    var quiet = false

    func validate() throws {
      if place.url == target, place.tables == targetTables ?? place.tables {
        throw ValidationError("A shelf can't be copied to itself.")
      }
    }

    func run() throws {
      try Failure.reporting {
        let clock = ContinuousClock()
        let start = clock.now
        try Signals.take()
        let source = try place.open()
        let target = try OpenShelf(target, tables: targetTables ?? place.tables, making: true)
        let summary: ShelfCopySummary
        do {
          summary = try awaiting { command in try await command.copy(source.shelf, to: target.shelf) }
        } catch var interrupted as Interrupted {
          interrupted.consequence = "what was copied stays, and the same command goes on"
          throw interrupted
        } catch ShelfError.targetHasObjects(let id) {
          throw ShelfFailure(
            """
            the target has objects that are not those of the source, such as \(id): nothing was copied; --replace \
            replaces and deletes them
            """)
        } catch ShelfError.changedMeanwhile(let ids) where !replace {
          throw ShelfFailure(
            """
            the copy is not equal, for others wrote meanwhile, such as \(ids.min().map(\.description) ?? ""): \
            --replace copies again what they change
            """)
        }
        if quiet { return }
        let time = ProgressBar.time((clock.now - start) / .seconds(1))
        let others = summary.deleted == 0 ? "" : ", \(Grouped.count(summary.deleted, "other")) deleted"
        StandardStreams.output.write(
          """
          \(Grouped.digits(summary.written)) of \(Grouped.count(summary.objects, "object")) copied\(others), and all \
          checked in \(time)

          """)
      }
    }

    private func copy(_ source: Shelf, to target: Shelf) async throws -> ShelfCopySummary {
      let display = ShelfCopyDisplay(isShown: !quiet && Terminal.error.isTerminal)
      defer { display.end() }
      return try await source.copy(to: target, replacing: replace) { display.show($0) }
    }
  }

  /// What a person sees of a copy while it runs.
  private final class ShelfCopyDisplay {
    private let isShown: Bool
    private var step: ShelfCopyProgress.Step?
    private var bar: ProgressBar?

    init(isShown: Bool) { self.isShown = isShown }

    func show(_ progress: ShelfCopyProgress) {
      guard isShown else { return }
      if progress.done == 0 || step != progress.step {
        end()
        step = progress.step
        let label =
          switch progress.step {
          case .looking: "looking"
          case .copying: "copying"
          case .comparing: "comparing"
          }
        bar = ProgressBar(
          label, total: progress.total, unit: .things("objects"), terminal: .error, output: StandardStreams.error)
      }
      bar?.update(progress.done)
    }

    func end() {
      bar?.finish()
      bar = nil
    }
  }
#endif
