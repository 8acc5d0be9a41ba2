import ArgumentParser

/// `orda demo [URL]`
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Take ORDA's tour, on the chemical elements and their isotopes.",
    discussion: """
      Makes two tables, orda_element and orda_isotope, fills them, asks them, changes them and takes the change back. Every \
      SQL statement is shown. The tables stay, so that you can go on yourself; tables of these names that are there already \
      are replaced.

        orda demo                        a database in memory
        orda demo sqlite:elements.db     a file
      """)

  @Argument(help: ArgumentHelp("The database to take the tour on.", valueName: "url"))
  var url = "sqlite::memory:"

  func run() throws {
    try Failure.reporting {
      let database = try openDatabase(url)
      try Tour(database: database, terminal: .output, output: StandardStreams.output).run()
    }
  }
}
