extension Suite {
  /// The stores of objects, beside bare I/O in C and Foundation's coding.
  static let shelf = Suite(
    name: "shelf", summary: "stores of a shelf beside C and Foundation's JSON, on a SQLite file and MariaDB"
  ) { scale, folder in
    let data = try ShelfData(scale, in: folder)
    return ShelfWrites.workloads(data) + ShelfReads.workloads(data)
      + ShelfServer.workloads(try ShelfServerData(data))
  }
}
