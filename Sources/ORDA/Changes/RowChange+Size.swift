extension RowChange {
  /// True for an update that changed nothing.
  package var changesNothing: Bool { kind == .update && newKey == nil && changed.isEmpty }

  /// About how many bytes it takes.
  package var size: Int {
    var size = 96
    changed.forEach { size += 56 + ($0.old?.contentSize ?? 0) + ($0.new?.contentSize ?? 0) }
    return size
  }
}

extension Value {
  /// The longest text or blob that a change carries, in bytes: of a longer one only that it changed is told.
  package static let longestTold = 65_536

  /// The bytes that a value takes beside itself.
  package var contentSize: Int {
    switch self {
    case .text(let text), .json(let text): text.utf8.count > 15 ? text.utf8.count : 0
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }
}
