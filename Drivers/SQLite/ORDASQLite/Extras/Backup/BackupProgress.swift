/// How far a backup is.
public struct BackupProgress: Sendable, Hashable {
  /// Pages that are copied.
  public let copied: Int
  /// Pages that there are; 0 for a database without content.
  public let total: Int

  init(copied: Int, total: Int) {
    self.copied = copied
    self.total = total
  }

  /// From 0 to 1.
  public var fraction: Double { total > 0 ? Double(copied) / Double(total) : 1 }
  /// True once every page is copied.
  public var isComplete: Bool { copied == total }
}
