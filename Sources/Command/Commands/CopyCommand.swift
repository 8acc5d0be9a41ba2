import ArgumentParser
import ORDA
import ORDAImport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `orda copy URL URL [TABLE...]`
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy tables from one database into another: schema and rows, all or nothing.",
    discussion: """
        orda copy sqlite:music.db mariadb://app@db.example.org/music
        orda copy mariadb://app@db.example.org/music sqlite:music.db track album
        orda copy sqlite:music.db sqlite:copy.db --schema-only

      Without tables all of them. Each is made with its columns, keys, indexes, conditions and defaults, in the target's own \
      types; what the target can't have is told in notes. Rows are read at one moment of the source, and in the end counts \
      and checksums of both sides are compared.

      Where the target can take back that tables were made, as SQLite can, all is one transaction. Elsewhere, as on MariaDB, \
      the rows are one, and tables that a failed copy made are dropped again.

      docs/copying.md tells which type becomes which, and what is not copied.
      """)

  @Argument(help: ArgumentHelp("The database to copy from.", valueName: "source"))
  var source: String

  @Argument(help: ArgumentHelp("The database to copy to.", valueName: "target"))
  var target: String

  @Argument(help: ArgumentHelp("The tables; without them all.", valueName: "table"))
  var tables: [String] = []

  @Flag(help: "Put the rows into tables that the target has already, which have columns of the same names.")
  var intoExisting = false

  @Flag(help: "Drop tables that the target has already, and make them anew.")
  var replace = false

  @Flag(help: "Make the tables, and copy no rows.")
  var schemaOnly = false

  @Flag(help: "Make no tables: all of them are there already.")
  var rowsOnly = false

  @Flag(help: "Change nothing: print the statements for the target, and the notes.")
  var dryRun = false

  @Flag(help: "Show no progress, and no summary.")
  var quiet = false

  func validate() throws {
    if schemaOnly, rowsOnly || intoExisting {
      throw ValidationError("--schema-only makes tables, so that it goes with neither --rows-only nor --into-existing.")
    }
    if replace, rowsOnly || intoExisting {
      throw ValidationError(
        "--replace drops what is there, so that it goes with neither --rows-only nor --into-existing.")
    }
    if tables.contains("") { throw ValidationError("A table needs a name.") }
  }

  func run() throws {
    try Failure.reporting {
      Interruption.watch()
      try checkSource()
      try run(from: try openDatabase(source), to: try openDatabase(target))
    }
  }

  private var options: CopyOptions {
    var options = CopyOptions()
    options.tables = tables
    options.existing = replace ? .replaced : intoExisting || rowsOnly ? .filled : .refused
    options.makesTables = !rowsOnly
    options.copiesRows = !schemaOnly
    options.changesNothing = dryRun
    return options
  }

  /// Opening a file that does not exist would make an empty one.
  private func checkSource() throws {
    let driver = try Drivers.named(try Drivers.registered { try ORDA.explain(source).driver })
    guard case .file(let path) = try DatabaseURL(source, shape: driver.urlShape).location else { return }
    guard FileManager.default.fileExists(atPath: path) else { throw CopyFailure("there is no file \(path)") }
  }

  /// Copies from one open database into another.
  func run(from source: any Governor, to target: any Governor) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let copier = Copier(
      source: source, target: target, options: options,
      progress: CopyProgress(isShown: !quiet && !dryRun && Terminal.error.isTerminal))
    do {
      let summary = try copier.run { plan in
        if dryRun { try show(plan, for: target) }
      }
      if dryRun { return }
      for note in summary.notes + summary.views.notes {
        StandardStreams.error(VisibleText.escaping("note: \(note)") + "\n")
      }
      if quiet { return }
      let views = summary.views.count == 0 ? "" : ", " + Grouped.count(summary.views.count, "view")
      let tables = Grouped.count(summary.tables, "table") + views
      let seconds = ProgressBar.time((clock.now - start) / .seconds(1))
      let what = schemaOnly ? "\(tables) made" : "\(tables), \(Grouped.count(summary.rows, "row")) copied and checked"
      StandardStreams.output.write("\(what) in \(seconds)\n")
    } catch var error as Interrupted {
      error.consequence = "nothing was copied"
      throw error
    } catch let error as CopyFailure {
      throw CopyFailure("\(error); nothing was copied")
    }
  }

  private func show(_ plan: CopyPlan, for target: any Governor) throws {
    let output = StandardStreams.output
    for note in plan.notes { output.write("-- note: \(VisibleText.escaping(note))\n") }
    for name in plan.replaced.reversed() {
      output.write("DROP TABLE \(target.dialect.quoted(identifier: name));\n")
    }
    for table in plan.tables {
      for statement in try table.translation?.statements(in: target.schemaDialect) ?? [] {
        let text = statement.render(target.dialect) + ";"
        output.write((Terminal.output.isTerminal ? VisibleText.lines(text) : text) + "\n")
      }
      if options.copiesRows {
        output.write("-- \(VisibleText.escaping(table.name)): \(Grouped.count(table.count, "row"))\n")
      }
    }
    for view in plan.views.translations {
      output.write((Terminal.output.isTerminal ? VisibleText.lines(view.statement) : view.statement) + ";\n")
    }
  }
}
