import Foundation
import ORDAThreads
import SHELF

extension FaultyStore: BinaryShelfStore {
  func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data? {
    let rows = place.state.withLock { $0.rows }
    let found = has(.givesBytesToAll) ? rows.values.compactMap { $0.binaries[id] }.first : rows[object]?.binaries[id]
    guard var content = found else { return nil }
    if has(.cutsBytes) { content = content.prefix(1 << 19) }
    return Data(content.dropFirst(offset).prefix(count))
  }

  /// The first object that is to keep bytes which it has not.
  func missingBytes(_ writes: [ShelfWrite], _ state: Place.State) -> ShelfId? {
    if has(.takesMissingBytes) { return nil }
    for write in writes {
      guard case .put(let contents) = write.action else { continue }
      let known = state.rows[write.id]?.binaries ?? [:]
      if contents.binaries.contains(where: { $0.content == nil && known[$0.id] == nil }) { return write.id }
    }
    return nil
  }

  func putBytes(_ binaries: [ShelfBinary], _ old: Place.Row?, _ row: inout Place.Row) {
    if has(.keepsOldBytes) { row.binaries = old?.binaries ?? [:] }
    for binary in binaries { row.binaries[binary.id] = old?.binaries[binary.id] ?? binary.content }
  }
}
