import CFloor

/// Rows in memory that C has allocated and that is freed by C, with the last reference to this object.
///
/// Unchecked, because nothing writes to the rows once they are here.
final class FloorRows<Row>: @unchecked Sendable {
  let first: UnsafeMutablePointer<Row>?
  let count: Int
  private let sum: () -> UInt64
  private let free: () -> Void

  init(
    _ first: UnsafeMutablePointer<Row>?, _ count: Int, sum: @escaping () -> UInt64, free: @escaping () -> Void
  ) {
    self.first = first
    self.count = count
    self.sum = sum
    self.free = free
  }

  deinit { free() }

  var checksum: UInt64 { sum() }

  func map<Element>(_ body: (Row) -> Element) -> [Element] {
    UnsafeBufferPointer(start: first, count: count).map(body)
  }
}

extension FloorRows<cf_integers> {
  static func integers(_ rows: cf_integers_rows) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cf_sum_integers($0) } },
      free: { withUnsafePointer(to: rows) { cf_free_integers($0) } })
  }
}

extension FloorRows<cf_texts> {
  static func texts(_ rows: cf_texts_rows) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cf_sum_texts($0) } },
      free: { withUnsafePointer(to: rows) { cf_free_texts($0) } })
  }
}

extension FloorRows<cf_prose> {
  static func prose(_ rows: cf_prose_rows) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cf_sum_prose($0) } },
      free: { withUnsafePointer(to: rows) { cf_free_prose($0) } })
  }
}

extension FloorRows<cf_score> {
  static func scores(_ rows: cf_score_rows) -> FloorRows {
    FloorRows(
      rows.rows, rows.count,
      sum: { withUnsafePointer(to: rows) { cf_sum_scores($0) } },
      free: { withUnsafePointer(to: rows) { cf_free_scores($0) } })
  }
}
