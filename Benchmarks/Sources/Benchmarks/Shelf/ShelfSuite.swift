extension Suite {
  /// The stores of objects, beside bare I/O in C and Foundation's coding. The latencies are the last, since they keep this
  /// process to one processor.
  static let shelf = Suite(
    name: "shelf", summary: "shelves beside C with Foundation's JSON, and what they replace"
  ) { scale, folder in
    let data = try ShelfData(scale, in: folder)
    return ShelfWrites.workloads(data) + ShelfReads.workloads(data) + ShelfFiles.workloads(data)
      + ShelfCached.workloads(data) + ShelfSearches.workloads(data) + ShelfSizes.workloads(data)
      + ShelfServer.workloads(try ShelfServerData(data)) + ShelfLatency.workloads(data)
  }
}

/// What all workloads of the suite have in common.
@MainActor
enum ShelfSuite {
  typealias Maker<Data> = @MainActor (Data) throws -> Side

  /// The peers, in the order of the table's columns; nil where one can't do the work.
  static func peers<Data>(
    folder: Maker<Data>?, file: Maker<Data>? = nil, grdb: Maker<Data>? = nil
  ) -> [(name: String, side: Maker<Data>?)] {
    [("JSON folder", folder), ("JSON file", file), ("GRDB", grdb)]
  }

  /// The same, where none can.
  static func noPeers<Data>() -> [(name: String, side: Maker<Data>?)] { peers(folder: nil) }
}
