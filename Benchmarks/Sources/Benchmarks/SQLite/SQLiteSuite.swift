extension Suite {
  static let sqlite = Suite(name: "sqlite", summary: "SQLite: ORDA beside C and GRDB, one process, the same library") {
    scale, folder in
    let data = try SQLiteData(scale, in: folder)

    @MainActor func workload(
      _ name: String, _ target: Double, operations: Int? = nil, kind: Cost.Kind = .processor,
      floor: @escaping ORDASide.Maker, ours: ORDASide.Maker?, peer: ORDASide.Maker?
    ) -> Workload {
      Workload(
        name, on: data, operations: operations ?? data.count, target: target, kind: kind, peerName: "GRDB",
        floor: floor, ours: ours, peer: peer)
    }

    return [
      // Rows into structs.
      workload(
        "scan integers", 1.18, floor: Floor.integers, ours: ORDASide.integers, peer: GRDBPeer.integers),
      workload(
        "scan integers unchecked", 1.10,
        floor: Floor.integers, ours: ORDASide.integersUnchecked, peer: GRDBPeer.integers),
      workload(
        "scan short texts", 1.18, floor: Floor.texts, ours: ORDASide.texts, peer: GRDBPeer.texts),
      workload(
        "scan long text", 1.25, floor: Floor.prose, ours: ORDASide.prose, peer: GRDBPeer.prose),
      workload(
        "scan long text as bytes", 1.0, floor: Floor.prose, ours: ORDASide.proseBytes, peer: GRDBPeer.proseBytes),

      // The same ten integers, by other ways of naming them.
      workload(
        "names resolved once", 1.18, floor: Floor.integers, ours: ORDASide.namesOnce, peer: GRDBPeer.namesOnce),
      workload(
        "names in each row", 1.8, floor: Floor.integers, ours: ORDASide.namesEachRow, peer: GRDBPeer.namesEachRow),
      workload(
        "tuples", 1.25, floor: Floor.integers, ours: ORDASide.tuples, peer: GRDBPeer.tuples),
      workload(
        "codable", 2.0, floor: Floor.integers, ours: ORDASide.codable, peer: GRDBPeer.codable),

      // Rows without a type.
      workload(
        "result", 1.5, floor: Floor.scores, ours: ORDASide.result, peer: GRDBPeer.result),

      // One row by its key.
      workload(
        "lookup in transaction", 1.10,
        floor: Floor.lookupInTransaction, ours: ORDASide.lookupInTransaction, peer: GRDBPeer.lookupInTransaction),
      workload(
        "lookup by statement", 1.15, floor: Floor.lookup, ours: ORDASide.lookupByStatement, peer: GRDBPeer.lookup),
      workload(
        "lookup by text", 1.20, floor: Floor.lookup, ours: ORDASide.lookupByText, peer: GRDBPeer.lookup),

      // Texts with their values in them, of which no side has ever seen one. C prepares, steps and finalizes each.
      workload(
        "lookup by new texts", 1.30, operations: NewTexts.operations(data),
        floor: Floor.lookupByNewTexts, ours: ORDASide.lookupByNewTexts, peer: GRDBPeer.lookupByNewTexts),
      workload(
        "result by new texts", 1.60, operations: NewTexts.operations(data),
        floor: Floor.lookupByNewTexts, ours: ORDASide.resultByNewTexts, peer: GRDBPeer.lookupByNewTexts),
      workload(
        "insert by new texts", 1.30, operations: NewTexts.operations(data),
        floor: Floor.insertByNewTexts, ours: ORDASide.insertByNewTexts, peer: GRDBPeer.insertByNewTexts),

      // Inserts in one transaction.
      workload(
        "insert integers, batch", 1.10,
        floor: Floor.insertIntegers, ours: ORDASide.insertIntegersBatch, peer: GRDBPeer.insertIntegers),
      workload(
        "insert integers, arguments", 1.20,
        floor: Floor.insertIntegers, ours: ORDASide.insertIntegersArguments, peer: GRDBPeer.insertIntegers),
      workload(
        "insert texts, batch", 1.10,
        floor: Floor.insertTexts, ours: ORDASide.insertTextsBatch, peer: GRDBPeer.insertTexts),
      workload(
        "insert texts, arguments", 1.20,
        floor: Floor.insertTexts, ours: ORDASide.insertTextsArguments, peer: GRDBPeer.insertTexts),
      workload(
        "insert codable", 1.6,
        floor: Floor.insertIntegers, ours: ORDASide.insertCodable, peer: GRDBPeer.insertCodable),

      // Other threads.
      workload(
        "async rows", 1.10, kind: .wall, floor: Floor.scores, ours: ORDASide.asyncRows, peer: GRDBPeer.asyncRows),
      // At least 0.9 of the floor's rows in a second of the readers' processor time.
      workload(
        "readers beside writer", 1 / 0.9, operations: ReadersBesideWriter.rows(data),
        floor: Floor.readersBesideWriter, ours: ORDASide.readersBesideWriter, peer: GRDBPeer.readersBesideWriter),
    ]
  }
}
