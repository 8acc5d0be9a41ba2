import GRDB

extension Texts: FetchableRecord {
  init(row: Row) {
    self.init(id: row[0], a: row[1], b: row[2], c: row[3], d: row[4], e: row[5])
  }
}

extension Prose: FetchableRecord {
  init(row: Row) {
    self.init(id: row[0], text: row[1])
  }
}

extension Score: FetchableRecord {
  init(row: Row) {
    self.init(id: row[0], name: row[1], score: row[2])
  }
}
