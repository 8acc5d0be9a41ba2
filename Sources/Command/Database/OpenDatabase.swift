import ORDA
import ORDASQLite

/// Opens the database that a URL names, with the drivers that the command is built with.
///
/// - Throws: `DatabaseError`.
func openDatabase(_ url: String) throws -> any Database {
  try SQLite.register()
  do {
    let governor = try ORDA.open(url)
    return GovernorDatabase(governor: governor, executor: governor)
  } catch .missingDriver {
    // ORDA's own message tells a programmer what to import, which is no help here.
    let schemes = ORDA.drivers.flatMap(\.schemes).map { $0 + ":" }.joined(separator: ", ")
    throw DatabaseError(.missingDriver, "this command has no driver for such a URL; it has those for \(schemes)")
  }
}
