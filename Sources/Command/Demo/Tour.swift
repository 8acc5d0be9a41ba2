import ORDA
import ORDAImport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What ORDA does, shown on a page, on any database.
struct Tour {
  let database: any Governor
  let terminal: Terminal
  let output: Output

  /// Thrown by the tour to have a transaction rolled back.
  private struct SecondThoughts: Error {}

  /// Runs every step in order.
  func run() throws {
    let url = VisibleText.escaping(database.url.description)
    say(terminal.style.bold("ORDA: one interface for databases.") + " This one: \(url)")
    try load()
    try query()
    try prepared()
    try rollback()
    try error()
    try farewell()
  }

  private func load() throws {
    step("1", "Two tables, each filled by one prepared statement, all in one transaction")
    for sql in TourSQL.drop { try database.execute(SQL(text: sql)) }
    for sql in [TourSQL.createElement, TourSQL.createIsotope] {
      show(sql)
      try database.execute(SQL(text: sql))
    }
    let elements = try ExampleFile.elements.rows(TourSQL.elementColumns)
    let isotopes = try ExampleFile.isotopes.rows(TourSQL.isotopeColumns)
    show(TourSQL.insertElement)
    show(TourSQL.insertIsotope)
    var bar = ProgressBar(
      "   loading", total: elements.count + isotopes.count, unit: .things("rows"), terminal: terminal
    ) {
      text in
      // The line is drawn repeatedly: each version must be seen.
      output.write(text)
      try? output.flush()
    }
    var done = 0
    try database.transaction { transaction in
      for (sql, rows) in [(TourSQL.insertElement, elements), (TourSQL.insertIsotope, isotopes)] {
        let statement = try transaction.prepare(SQL(text: sql))
        for row in rows {
          try statement.execute(Parameters(values: row))
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
    try StatementShow(format: .table, output: output, terminal: terminal, remark: { _ in })
      .run(SQL(text: TourSQL.overview), ["first": 42, "last": 45], on: database)
  }

  private func prepared() throws {
    step("3", "A statement prepared once and executed with one value after the other")
    show(TourSQL.abundances)
    let statement = try database.prepare(SQL(text: TourSQL.abundances))
    let answers = try ["Fe", "Xe", "U"].map { symbol in
      guard let row = try statement.first(symbol) else { return "\(symbol): nothing known" }
      let cells = row.values.map { Cell($0).text }
      return "\(symbol)-\(cells[0]) makes up \(cells[1]) %"
    }
    say("   " + answers.joined(separator: ", "))

    // The same cells as two types. If a database stores decimals as binary numbers, as SQLite does, reading one as a
    // decimal gives its shortest digits, which are those that were stored.
    let shares = try statement.query("Cd")["abundance"]
    let decimals = try shares.map { try $0.get(as: Decimal.self) }.reduce(0, +)
    let doubles = try shares.map { try $0.get(as: Double.self) }.reduce(0, +)
    say("   Cd's \(shares.count) isotopes add up to \(decimals) % read as decimals, to \(doubles) % read as doubles")
  }

  private func rollback() throws {
    step("4", "A transaction: it commits when its closure returns, and rolls back when it throws")
    do {
      try database.transaction { transaction in
        show(TourSQL.delete)
        let changed = try transaction.execute(SQL(text: TourSQL.delete)).changed ?? 0
        say("   \(Grouped.count(changed, "isotope")) deleted, \(Grouped.digits(try count(in: transaction))) left")
        throw SecondThoughts()
      }
    } catch is SecondThoughts {
      say("   the closure threw: all \(Grouped.digits(try count(in: database))) are there again")
    }
  }

  private func count(in database: any SQLExecutor) throws -> Int {
    try database.first(Int.self, SQL(text: TourSQL.count)) ?? 0
  }

  private func error() throws {
    step("5", "An error: its kind is the same on every database, and the database's own words are kept")
    show(TourSQL.orphan)
    do {
      try database.execute(SQL(text: TourSQL.orphan))
      say("   no error: this database does not check foreign keys")
    } catch let error as DatabaseError {
      let facts = Failure.facts(of: error)
      let more = facts.isEmpty ? "" : terminal.style.dim(" (\(VisibleText.escaping(facts)))")
      say("   \(terminal.style.red(error.kind.name)): \(VisibleText.escaping(error.message))\(more)")
    }
  }

  private func farewell() throws {
    let drivers = Drivers.all.map(\.name).joined(separator: ", ")
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

  private func say(_ text: String) { output.write(text + "\n") }
}
