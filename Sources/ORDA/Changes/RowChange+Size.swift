extension RowChange {
  /// True for an update that changed nothing.
  public var changesNothing: Bool { kind == .update && newKey == nil && changed.isEmpty }

  /// About how many bytes of memory it takes.
  public var size: Int {
    var size = 96
    changed.forEach { size += 56 + ($0.old?.contentSize ?? 0) + ($0.new?.contentSize ?? 0) }
    if case .row(let cells) = changed { for cell in cells { size += 56 + (cell.new?.contentSize ?? 0) } }
    return size
  }
}
