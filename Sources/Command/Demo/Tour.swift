import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What ORDA does, shown in a page on any database.
struct Tour {
  let database: any Database
  let terminal: Terminal
  let output: (String) -> Void
  /// Shows at once what was put out, for lines that are drawn again.
  let flush: () -> Void

  /// What the tour throws to have a transaction rolled back.
  private struct SecondThoughts: Error {}

  /// Runs every step in order.
  func run() throws {
    let url = VisibleText.escaping(database.shownURL)
    say(terminal.style.bold("ORDA: one interface for databases.") + " This one: \(url)")
    try load()
    try query()
    try prepared()
    try rollback()
    try error()
    farewell()
  }

  private func load() throws {
    step("1", "Two tables, each filled by one prepared statement, all in one transaction")
    for sql in TourSQL.drop { try database.execute(sql) }
    for sql in [TourSQL.createElement, TourSQL.createIsotope] {
      show(sql)
      try database.execute(sql)
    }
    let elements = try ExampleFile.elements.rows(TourSQL.elementColumns)
    let isotopes = try ExampleFile.isotopes.rows(TourSQL.isotopeColumns)
    show(TourSQL.insertElement)
    show(TourSQL.insertIsotope)
    var bar = ProgressBar("   loading", total: elements.count + isotopes.count, unit: "rows", terminal: terminal) {
      text in
      output(text)
      flush()
    }
    var done = 0
    try database.transaction { transaction in
      for (sql, rows) in [(TourSQL.insertElement, elements), (TourSQL.insertIsotope, isotopes)] {
        let statement = try transaction.prepare(sql)
        for row in rows {
          try statement.execute(row)
          done += 1
          bar.update(done)
        }
      }
    }
    bar.finish()
  }

  private func query() throws {
    step("2", "A query with named parameters: values are bound, never pasted into the text; NULL is no empty text")
    show(TourSQL.overview)
    var renderer: TableRenderer?
    let arguments = [ParameterValue(name: "first", value: .int(42)), ParameterValue(name: "last", value: .int(45))]
    _ = try database.run(TourSQL.overview, arguments) { columns in
      renderer = TableRenderer(columns: columns, options: terminal.tables, output: output)
    } row: { values in
      renderer?.add(values.map { Cell($0) })
    }
    renderer?.finish()
  }

  private func prepared() throws {
    step("3", "A statement prepared once and executed with one value after the other")
    show(TourSQL.abundances)
    let statement = try database.prepare(TourSQL.abundances)
    let answers = try ["Fe", "Xe", "U"].map { symbol in
      let cells = try statement.rows([.text(symbol)]).first?.map { Cell($0).text } ?? []
      return cells.count == 2 ? "\(symbol)-\(cells[0]) makes up \(cells[1]) %" : "\(symbol): nothing known"
    }
    say("   " + answers.joined(separator: ", "))

    // The same cells as two types. Where a database keeps decimals as binary numbers, as SQLite does, reading one as a
    // decimal gives its shortest digits, which are those that were stored.
    let shares = try statement.rows([.text("Cd")]).compactMap(\.last)
    let decimals = try shares.map { try $0.get(as: Decimal.self) }.reduce(0, +)
    let doubles = try shares.map { try $0.get(as: Double.self) }.reduce(0, +)
    say("   Cd's \(shares.count) isotopes add up to \(decimals) % read as decimals, to \(doubles) % read as doubles")
  }

  private func rollback() throws {
    step("4", "A transaction: it commits when its closure returns, and rolls back when it throws")
    do {
      try database.transaction { transaction in
        show(TourSQL.delete)
        let changed = try transaction.execute(TourSQL.delete).changed ?? 0
        say("   \(Grouped.count(changed, "isotope")) deleted, \(Grouped.digits(try count(in: transaction))) left")
        throw SecondThoughts()
      }
    } catch is SecondThoughts {
      say("   the closure threw: all \(Grouped.digits(try count(in: database))) are there again")
    }
  }

  private func count(in database: any Database) throws -> Int {
    var result = 0
    _ = try database.run(TourSQL.count, [], columns: { _ in }) { values in
      if case .int(let count)? = values.first { result = Int(clamping: count) }
    }
    return result
  }

  private func error() throws {
    step("5", "An error: its kind is the same on every database, and the database's own words are kept")
    show(TourSQL.orphan)
    do {
      try database.execute(TourSQL.orphan)
      say("   no error: this database does not check foreign keys")
    } catch let error as DatabaseError {
      let facts = Failure.facts(of: error)
      let more = facts.isEmpty ? "" : terminal.style.dim(" (\(VisibleText.escaping(facts)))")
      say("   \(terminal.style.red(error.kind.name)): \(VisibleText.escaping(error.message))\(more)")
    }
  }

  private func farewell() {
    let drivers = ORDA.drivers.map(\.name).joined(separator: ", ")
    say("\n" + terminal.style.bold("The same program runs on every database that there is a driver for: \(drivers)."))
    say("   orda demo sqlite:elements.db")
    say("   orda query sqlite:elements.db 'SELECT * FROM orda_element WHERE symbol = ?' Au")
  }

  private func step(_ number: String, _ title: String) {
    say("\n" + terminal.style.bold("\(number). \(title)"))
  }

  private func show(_ sql: String) {
    for line in sql.split(separator: "\n") { say("   " + terminal.style.dim(String(line))) }
  }

  private func say(_ text: String) { output(text + "\n") }
}
