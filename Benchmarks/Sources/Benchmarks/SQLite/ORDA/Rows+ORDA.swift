import ORDA

extension Integers: RowDecodable {
  init(row: borrowing Row) throws {
    self.init(
      a: try row.get(0), b: try row.get(1), c: try row.get(2), d: try row.get(3), e: try row.get(4),
      f: try row.get(5), g: try row.get(6), h: try row.get(7), i: try row.get(8), j: try row.get(9))
  }
}

/// The same, as the database converts.
struct UncheckedIntegers: RowDecodable {
  let integers: Integers

  init(row: borrowing Row) throws {
    integers = Integers(
      a: try row.get(unchecked: 0), b: try row.get(unchecked: 1), c: try row.get(unchecked: 2),
      d: try row.get(unchecked: 3), e: try row.get(unchecked: 4), f: try row.get(unchecked: 5),
      g: try row.get(unchecked: 6), h: try row.get(unchecked: 7), i: try row.get(unchecked: 8),
      j: try row.get(unchecked: 9))
  }
}

extension Texts: RowDecodable {
  init(row: borrowing Row) throws {
    self.init(
      id: try row.get(0), a: try row.get(1), b: try row.get(2), c: try row.get(3), d: try row.get(4),
      e: try row.get(5))
  }
}

extension Prose: RowDecodable {
  init(row: borrowing Row) throws {
    self.init(id: try row.get(0), text: try row.get(1))
  }
}

extension Score: RowDecodable {
  init(row: borrowing Row) throws {
    self.init(id: try row.get(0), name: try row.get(1), score: try row.get(2))
  }
}
