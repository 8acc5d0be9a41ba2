extension Suite {
  /// Model objects on the main actor, and the database behind them.
  static let dataobjects = Suite(
    name: "dataobjects", summary: "model objects beside C and records, on a SQLite file"
  ) { scale, folder in
    let data = try ObjectsData(scale, in: folder)
    return ObjectsReads.workloads(data) + ObjectsWrites.workloads(data) + ObjectsBulk.workloads(data)
      + ObjectsNotes.workloads(try NotesData(scale, in: folder)) + ObjectsMemory.workloads(data)
      + ObjectsTurns.workloads(data) + ObjectsReads.watched(data) + ObjectsWrites.watched(data)
      + ObjectsMemory.watched(data)
  }
}

/// What all workloads of the suite have in common.
@MainActor
enum ObjectsSuite {
  typealias Maker<Data> = @MainActor (Data) throws -> Side

  /// The peers, in the order of the table's columns: GRDB by its quickest way, and by `save`, which asks whether the row is
  /// there; nil where one can't do the work.
  static func peers<Data>(_ grdb: Maker<Data>?, each: Maker<Data>? = nil) -> [(name: String, side: Maker<Data>?)] {
    [("GRDB", grdb), ("GRDB save", each)]
  }
}
