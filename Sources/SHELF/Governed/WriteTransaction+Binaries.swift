internal import Foundation
internal import ORDA

extension WriteTransaction {
  /// Adds the bytes that objects are given, and removes those that they no longer have.
  ///
  /// - Throws: ``ShelfError/missingBinary(_:)`` if an object should keep what it does not have.
  func putBinaries(_ stored: [Stored?]) throws {
    func hasOld(_ put: WritePlan.Put) -> Bool { stored[put.index].map { $0.links.binaries > 0 } ?? false }
    let puts = plan.puts.filter { !$0.binaries.isEmpty || hasOld($0) }
    if puts.isEmpty { return }
    var old: [ShelfId: Set<ShelfId>] = [:]
    try statements.read(statements.binaries, puts.filter(hasOld).map(\.id)) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(try row.get(1, as: StoredId.self).id)
    }
    for put in puts {
      let known = old[put.id] ?? []
      for binary in put.binaries where !known.contains(binary.id) {
        guard let content = binary.content else { throw ShelfError.missingBinary(put.id) }
        try insert(content, binary.id, of: put.id)
      }
      for id in known.subtracting(put.binaries.map(\.id)) {
        try statements.deleteBinary.execute(StoredId(put.id), StoredId(id))
      }
    }
  }

  private func insert(_ content: Data, _ id: ShelfId, of object: ShelfId) throws {
    let length = ShelfTables.partLength
    // No bytes at all are one part, too, so that they are known to exist.
    for part in 0..<max(1, (content.count + length - 1) / length) {
      try statements.insertBinary.execute(
        StoredId(object), StoredId(id), part, content.part(from: part * length, count: length))
    }
  }
}
