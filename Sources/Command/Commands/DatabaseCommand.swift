import ArgumentParser
import ORDA

/// A command that works on one database, and so on one that is already open.
protocol DatabaseCommand: ParsableCommand {
  /// Does the work.
  func run(on database: any Governor) throws
}
