import GRDB

extension Integers: FetchableRecord {
  init(row: Row) {
    self.init(
      a: row[0], b: row[1], c: row[2], d: row[3], e: row[4],
      f: row[5], g: row[6], h: row[7], i: row[8], j: row[9])
  }
}

extension CodableIntegers: FetchableRecord, PersistableRecord {
  static var databaseTableName: String { "integers" }
}
