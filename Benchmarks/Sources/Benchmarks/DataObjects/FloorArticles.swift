import CFloor

/// Articles that C has made or read, freed by C with the last reference to this object.
///
/// Unchecked, because nothing writes to them once they are here.
final class FloorArticles: @unchecked Sendable {
  let rows: cf_articles

  init(_ rows: cf_articles) { self.rows = rows }

  deinit { withUnsafePointer(to: rows) { cf_free_articles($0) } }

  var count: Int { rows.count }
  var checksum: UInt64 { withUnsafePointer(to: rows) { cf_sum_articles($0) } }

  func map<Element>(_ body: (cf_article) throws -> Element) rethrows -> [Element] {
    try UnsafeBufferPointer(start: rows.rows, count: rows.count).compactMap { $0?.pointee }.map(body)
  }
}
